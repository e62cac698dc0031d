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
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"hangman/client"
)

// retry sends a request again until the service responds, five times at most. A request without an Idempotency-Key gets
// one, and each retry repeats it: nothing is done twice.
type retry struct{}

func (retry) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	if request.Header.Get("Idempotency-Key") == "" {
		request.Header.Set("Idempotency-Key", rand.Text())
	}
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
		time.Sleep(time.Duration(seconds)*time.Second + mathrand.N(time.Second))
	}
	return once(request)
}

// once returns the whole response to one try. A body that is not JSON comes from a captive portal or a proxy.
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
	isEmpty := response.StatusCode == 204 || response.StatusCode == 304
	if err == nil && !isEmpty && !strings.Contains(response.Header.Get("Content-Type"), "json") {
		err = errors.New("that was not the service: are you signed in to this network?")
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, err
}

// refusal is the service's: its text is written for players, and its Code is for the app.
type refusal struct{ client.Problem }

func (refused refusal) Error() string { return refused.Detail }

// game returns the game that a response carries; a 409, a 412 and a reused key do, too.
func game(played *client.Game, _ *http.Response, err error) (*client.Game, error) {
	var failed *client.GenericOpenAPIError
	if errors.As(err, &failed) {
		if problem, known := failed.Model().(client.Problem); known && problem.Game != nil {
			return problem.Game, nil
		} else if known {
			return nil, refusal{problem}
		}
	}
	return played, err
}

func play() error {
	settings := client.NewConfiguration()
	settings.Servers[0].URL = cmp.Or(os.Getenv("HANGMAN_URL"), "http://localhost:8000")
	settings.HTTPClient = &http.Client{Transport: retry{}}
	api := client.NewAPIClient(settings).GamesAPI
	ctx := context.Background()
	length, _ := strconv.ParseInt(cmp.Or(append(os.Args[1:], "8")...), 10, 32)

	start := client.NewGameRequest()
	start.SetLength(int32(length))
	start.SetSeed(20261121093000)
	played, err := game(api.StartGame(ctx).GameRequest(*start).Execute())
	if err != nil {
		return err
	}
	for _, letter := range "eetaoinshrdlucmfwypvbgkjqxz" { // the second e is a 409
		guess := client.NewGuessRequest()
		guess.SetLetter(string(letter))
		if played, err = game(api.MakeGuess(ctx, played.Id).GuessRequest(*guess).Execute()); err != nil {
			return err
		}
		fmt.Println(played.Pattern, played.Message)
		if played.Over {
			break
		}
	}
	fmt.Println(played.GetWord(), played.GetDealer(), played.GetSeed())
	return nil
}

func main() {
	log.SetFlags(0)
	if err := play(); err != nil {
		log.Fatal(err)
	}
}
