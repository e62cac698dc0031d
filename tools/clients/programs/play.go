package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"

	"hangman/client"
)

// answer sends a request, again if no answer comes. It returns the answer, or prints the problem.
func answer[T any](send func() (*T, *http.Response, error)) *T {
	var err error
	for range 3 {
		answered, _, lost := send()
		var refused *client.GenericOpenAPIError
		if lost == nil {
			return answered
		} else if errors.As(lost, &refused) {
			problem, known := refused.Model().(client.Problem)
			if !known {
				log.Fatal(lost)
			} else if problem.Game != nil {
				fmt.Println(problem.Code, problem.Game.Pattern)
			} else {
				fmt.Println(problem.Code, problem.Title)
			}
			return nil
		}
		err = lost
	}
	log.Fatal(err)
	return nil
}

func main() {
	settings := client.NewConfiguration()
	settings.Servers[0].URL = cmp.Or(os.Getenv("HANGMAN_URL"), "http://localhost:8000")
	api := client.NewAPIClient(settings).GamesAPI
	ctx := context.Background()
	start := func(request client.GameRequest) *client.Game {
		return answer(api.StartGame(ctx).GameRequest(request).IdempotencyKey(rand.Text()).Execute)
	}
	start(client.GameRequest{Length: *client.NewNullableInt32(client.PtrInt32(60))})
	fmt.Println(start(client.GameRequest{Daily: *client.NewNullableString(client.PtrString("today"))}).Pattern)

	game := start(client.GameRequest{
		Length: *client.NewNullableInt32(client.PtrInt32(8)),
		Seed:   *client.NewNullableInt64(client.PtrInt64(20261121093000)),
	})
	for _, letter := range "eetaoinshrdlucmfwypvbgkjqxz" {
		guess := client.GuessRequest{Letter: *client.NewNullableString(client.PtrString(string(letter)))}
		key := rand.Text() // a new one for each guess
		guessed := answer(api.MakeGuess(ctx, game.Id).GuessRequest(guess).IdempotencyKey(key).Execute)
		if guessed == nil {
			continue
		}
		game = guessed
		fmt.Println(game.LastGuess.Get().GetLetter(), game.Pattern)
		if game.Over {
			break
		}
	}
	fmt.Println(game.GetDealer(), game.GetWord(), game.GetSeed())
	if confession := answer(api.GetConfession(ctx, game.Id).Execute); confession != nil {
		fmt.Println(confession.Odds.SameAnswers)
	}
}
