package kahua

import (
	"fmt"
	"runtime/debug"

	arenav1 "kahua.dev/arena/v1"
)

// Failure is a failure of the bot's own code: a panic, or an answer that can't be sent. The log has shown it in full.
type Failure struct {
	// Where says which call failed, such as "choose failed in match M, ticket 7 (haleakala, seat 1, 12 legal actions)".
	Where string
	// What is the text of the panic, or what is wrong with the answer.
	What string
	// Trace is the trace of the panic. Empty if there was none.
	Trace string
}

func (failure *Failure) Error() string { return failure.Where + ": " + failure.What }

// Calls the bot's code and catches its panic.
func attend(where string, call func()) (failure *Failure) {
	defer func() {
		if thrown := recover(); thrown != nil {
			failure = &Failure{Where: where, What: fmt.Sprintf("panic: %v", thrown), Trace: string(debug.Stack())}
		}
	}()
	call()
	return nil
}

func whereAsked(call string, ask *arenav1.Ask) string {
	actions := "legal actions"
	if ask.GetLegalTotal() == 1 {
		actions = "legal action"
	}
	return fmt.Sprintf("%s failed in match %s, ticket %d (%s, seat %d, %d %s)", call, ask.GetMatchId(), ask.GetTicket(),
		ask.GetGame(), ask.GetSeat(), ask.GetLegalTotal(), actions)
}

func whereIn(call, matchID string) string {
	if matchID == "" {
		return call + " failed"
	}
	return call + " failed in match " + matchID
}
