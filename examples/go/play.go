// A game of Evil Hangman by a generated client: go run play.go [LENGTH]
package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"hangman/client"
)

// retry sends a request again until the service responds, five times at most. Each request gets a new Idempotency-Key,
// and each retry repeats it: nothing is done twice.
type retry struct{}

func (retry) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Idempotency-Key", rand.Text())
	for _, seconds := range []int{1, 2, 4, 8} {
		response, err := once(request)
		if err == nil {
			if wait, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
				seconds = wait
			}
			if response.StatusCode != 429 && response.StatusCode != 503 || seconds > 10 {
				return response, nil
			}
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
	return once(request)
}

// once returns the whole response to one try. What is not JSON comes from a captive portal or a proxy.
func once(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(request.Context(), 10*time.Second)
	defer cancel()
	try := request.Clone(ctx)
	if request.GetBody != nil {
		try.Body, _ = request.GetBody()
	}
	response, err := http.DefaultTransport.RoundTrip(try)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err == nil && response.StatusCode != 304 && !strings.Contains(response.Header.Get("Content-Type"), "json") {
		err = errors.New("that was not the service: are you signed in to this network?")
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, err
}

// game returns the game that a response carries; a 409, a 412 and a reused key do, too.
func game(played *client.Game, _ *http.Response, err error) *client.Game {
	var refused *client.GenericOpenAPIError
	if errors.As(err, &refused) {
		if problem, known := refused.Model().(client.Problem); known && problem.Game != nil {
			return problem.Game
		} else if known {
			log.Fatal(problem.Detail) // written for players
		}
	}
	if err != nil {
		log.Fatal(err)
	}
	return played
}

func main() {
	log.SetFlags(0)
	settings := client.NewConfiguration()
	settings.Servers[0].URL = cmp.Or(os.Getenv("HANGMAN_URL"), "http://localhost:8000")
	settings.HTTPClient = &http.Client{Transport: retry{}}
	api := client.NewAPIClient(settings).GamesAPI
	ctx := context.Background()
	length, _ := strconv.ParseInt(cmp.Or(append(os.Args[1:], "8")...), 10, 32)

	start := client.NewGameRequest()
	start.SetLength(int32(length))
	start.SetSeed(20261121093000)
	played := game(api.StartGame(ctx).GameRequest(*start).Execute())
	for _, letter := range "eetaoinshrdlucmfwypvbgkjqxz" { // the second e is a 409
		guess := client.NewGuessRequest()
		guess.SetLetter(string(letter))
		played = game(api.MakeGuess(ctx, played.Id).GuessRequest(*guess).Execute())
		fmt.Println(played.Pattern, played.Message)
		if played.Over {
			break
		}
	}
	fmt.Println(played.GetWord(), played.GetDealer(), played.GetSeed())
}
