package kahua

import (
	"context"
	"log/slog"
	"sync"

	arenav1 "kahua.dev/arena/v1"
)

// Arena is what a bot can tell the arena besides its answers. It is valid for the whole run and may be used from any
// goroutine. What is told while there is no connection is told again after the reconnect.
type Arena struct {
	mu sync.Mutex
	// Nil between connections.
	stream arenav1.BotService_PlayClient
	// Counts the connections. It tells answers to a repeated ask apart from those that are already on their way.
	connection int
	paused     bool
	leaving    bool
	// Closed when leaving becomes true.
	left chan struct{}
	// Matches that the bot has given up and whose end it hasn't heard of yet.
	resigned map[string]bool
}

func newArena() *Arena {
	return &Arena{left: make(chan struct{}), resigned: map[string]bool{}}
}

// Resign gives up a match. The seat is placed last.
func (arena *Arena) Resign(matchID string) {
	arena.mu.Lock()
	defer arena.mu.Unlock()
	arena.resigned[matchID] = true
	arena.send(resignation(matchID))
}

// Pause asks for no new matches. The open ones continue.
func (arena *Arena) Pause() {
	arena.mu.Lock()
	defer arena.mu.Unlock()
	arena.paused = true
	arena.send(&arenav1.BotMessage{Message: &arenav1.BotMessage_Pause{Pause: &arenav1.Pause{}}})
}

// Ready asks for new matches again after Pause.
func (arena *Arena) Ready() {
	arena.mu.Lock()
	defer arena.mu.Unlock()
	arena.paused = false
	arena.send(&arenav1.BotMessage{Message: &arenav1.BotMessage_Ready{Ready: &arenav1.Ready{}}})
}

// Bye leaves once the open matches have ended; the run then ends.
func (arena *Arena) Bye() {
	arena.mu.Lock()
	defer arena.mu.Unlock()
	if !arena.leaving {
		arena.leaving = true
		close(arena.left)
	}
	arena.send(&arenav1.BotMessage{Message: &arenav1.BotMessage_Bye{Bye: &arenav1.Bye{}}})
}

// Sends on the present connection, and returns its number: 0 if there is none.
func (arena *Arena) say(message *arenav1.BotMessage) int {
	arena.mu.Lock()
	defer arena.mu.Unlock()
	if arena.stream == nil {
		return 0
	}
	arena.send(message)
	return arena.connection
}

func (arena *Arena) send(message *arenav1.BotMessage) {
	if arena.stream != nil {
		slog.Log(context.Background(), levelTrace, "says", "message", message)
		// If this fails, the next Recv says why.
		_ = arena.stream.Send(message)
	}
}

// Takes up a new connection, once the arena has said Welcome, and tells what still holds. Returns its number.
func (arena *Arena) open(stream arenav1.BotService_PlayClient) int {
	arena.mu.Lock()
	defer arena.mu.Unlock()
	arena.stream = stream
	arena.connection++
	for matchID := range arena.resigned {
		arena.send(resignation(matchID))
	}
	if arena.paused {
		arena.send(&arenav1.BotMessage{Message: &arenav1.BotMessage_Pause{Pause: &arenav1.Pause{}}})
	}
	if arena.leaving {
		arena.send(&arenav1.BotMessage{Message: &arenav1.BotMessage_Bye{Bye: &arenav1.Bye{}}})
	}
	return arena.connection
}

func (arena *Arena) close() {
	arena.mu.Lock()
	defer arena.mu.Unlock()
	arena.stream = nil
}

// Nothing more needs to be told about a match that is over.
func (arena *Arena) forget(matchID string) {
	arena.mu.Lock()
	defer arena.mu.Unlock()
	delete(arena.resigned, matchID)
}
