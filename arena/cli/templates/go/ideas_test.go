package main

import (
	"fmt"
	"testing"

	"kahua.dev/kahua"
)

// Tries the bot on recorded asks. More of them: run the bot with KAHUA_RECORD=asks.jsonl, or see `kahua asks --help`.
func TestTheBestActionIsChosen(t *testing.T) {
	asks, err := kahua.LoadAsks("asks.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for number, ask := range asks {
		t.Run(fmt.Sprintf("ask %d", number+1), func(t *testing.T) {
			chosen := best(ask)
			for index, action := range ask.GetLegal() {
				if value(ask, action) > value(ask, ask.GetLegal()[chosen]) {
					t.Errorf("action %d is better than action %d", index, chosen)
				}
			}
			t.Logf("%s, the best of %d actions", ask.GetLegal()[chosen].GetNotation(), len(ask.GetLegal()))
		})
	}
}
