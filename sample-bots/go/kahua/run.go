package kahua

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	arenav1 "kahua.dev/arena/v1"
)

// Run plays until the arena no longer needs the bot. It is all that a program does: it logs to stderr, at the level that
// KAHUA_LOG names, and ends the program with exit code 1 if the bot fails, is refused or can't reach the arena, and with
// 2 if a setting is wrong. After Ctrl-C or SIGTERM the bot leaves with exit code 0 when its open matches have ended; a
// second signal ends it at once.
func Run(bot Bot, settings Settings) {
	slog.SetLogLoggerLevel(logLevel(os.Getenv("KAHUA_LOG")))
	arena := newArena()
	go leaveOnSignal(arena)
	err := play(context.Background(), arena, bot, settings)
	var failure *Failure
	var wrong SettingError
	switch {
	case err == nil:
	case errors.As(err, &failure):
		// The log has shown it.
		os.Exit(1)
	case errors.As(err, &wrong):
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		os.Exit(2)
	default:
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		os.Exit(1)
	}
}

// RunPerMatch is [Run] with an object for each match: begin makes it, and it is then asked, told and closed. A reconnect
// keeps it.
func RunPerMatch(begin func(seated *arenav1.Seated) MatchBot, settings Settings) {
	Run(PerMatch(begin), settings)
}

func leaveOnSignal(arena *Arena) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	<-signals
	// From now on a signal ends the program.
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	slog.Info("leaving when the open matches have ended; a second signal leaves at once")
	arena.Bye()
}
