package kahua

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	arenav1 "kahua.dev/arena/v1"
)

const (
	// The pause after the first failure. It doubles after each further one.
	firstPause   = 50 * time.Millisecond
	longestPause = 2 * time.Second
	// How long the arena may be silent before it is pinged, and how long it then has to reply.
	keepaliveAfter = 15 * time.Second
	library        = "kahua-go 0.1.0"
)

var (
	// ErrRefused wraps the arena's reason for refusing the bot.
	ErrRefused = errors.New("the arena refuses the bot")
	// ErrOutOfReach wraps the last failure before the settings' patience ran out.
	ErrOutOfReach = errors.New("the arena has been unreachable")

	errDraining = errors.New("the arena is shutting down")
)

// Main plays with the settings from the environment until the arena no longer needs the bot, or until Ctrl-C: then it
// plays the open matches to their end, and a second Ctrl-C stops at once. It logs to stderr; with KAHUA_LOG=debug it
// also logs every ask. An error is printed and ends the program with exit code 1.
func Main(bot Bot, plays Plays) {
	level := slog.LevelInfo
	if text := os.Getenv("KAHUA_LOG"); text != "" {
		// An unknown level leaves the default.
		_ = level.UnmarshalText([]byte(text))
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level})))
	settings, err := SettingsFromEnv()
	if err == nil {
		leave, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		context.AfterFunc(leave, func() {
			slog.Info("leaving when the open matches have ended; interrupt again to leave at once")
			stop()
		})
		err = Play(context.Background(), leave.Done(), bot, plays, settings)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		os.Exit(1)
	}
}

// Play plays until the arena no longer needs the bot, and then returns nil. Otherwise it returns an error that is
// ErrRefused or ErrOutOfReach, or the context's own. After leave is closed, the open matches are played to their end
// and no new ones begin.
func Play(ctx context.Context, leave <-chan struct{}, bot Bot, plays Plays, settings Settings) error {
	hello := newHello(plays, settings)
	since, pause := time.Now(), firstPause
	for {
		talk := &conversation{bot: bot, name: settings.Name, leave: leave, tallies: map[string]*tally{}}
		err := converse(ctx, settings, hello, talk)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if isFinal(err) {
			return fmt.Errorf("%w %s at %s: %s", ErrRefused, settings.Name, settings.Addr, status.Convert(err).Message())
		}
		if talk.resumeToken != "" {
			hello.ResumeToken = talk.resumeToken
			since, pause = time.Now(), firstPause
		}
		away := time.Since(since)
		if away >= settings.Patience {
			return fmt.Errorf("%w at %s for %.0f s: %w", ErrOutOfReach, settings.Addr, away.Seconds(), err)
		}
		slog.Info("no connection, trying again after a pause", "reason", err, "pause", pause)
		select {
		case <-time.After(min(pause, settings.Patience-away)):
		case <-ctx.Done():
			return ctx.Err()
		}
		pause = min(2*pause, longestPause)
	}
}

// Holds one conversation, from Hello to its end. Returns nil if the arena no longer needs the bot.
func converse(ctx context.Context, settings Settings, hello *arenav1.Hello, talk *conversation) error {
	// Each attempt gets a new connection, because this package itself pauses between attempts.
	connection, err := grpc.NewClient(
		"passthrough:///"+settings.Addr,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: keepaliveAfter, Timeout: keepaliveAfter, PermitWithoutStream: true,
		}),
	)
	if err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	defer connection.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if settings.Token != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+settings.Token)
	}
	stream, err := arenav1.NewBotServiceClient(connection).Play(ctx)
	if err != nil {
		return err
	}
	err = talk.hold(stream, hello)
	if errors.Is(err, io.EOF) {
		if talk.draining {
			return errDraining
		}
		return nil
	}
	return err
}

// Whether another attempt is useless.
func isFinal(err error) bool {
	switch status.Code(err) {
	case codes.InvalidArgument, codes.Unauthenticated, codes.PermissionDenied, codes.NotFound, codes.AlreadyExists,
		codes.FailedPrecondition, codes.Unimplemented:
		return true
	case codes.Aborted:
		// A newer connection of the same bot has taken over; the two would only displace each other.
		return true
	default:
		return false
	}
}

func newHello(plays Plays, settings Settings) *arenav1.Hello {
	hello := &arenav1.Hello{
		Name:       settings.Name,
		Version:    plays.Version,
		MatchesMax: max(plays.Matches, 1),
		Library:    library,
		ActionForm: plays.ActionForm,
	}
	if settings.Matches > 0 {
		hello.MatchesMax = settings.Matches
	}
	for _, game := range plays.Games {
		hello.Games = append(hello.Games, &arenav1.GameSupport{Game: game})
	}
	return hello
}
