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
	// The pause after the first failure; it doubles with every further one.
	firstPause   = 50 * time.Millisecond
	longestPause = 2 * time.Second
	// A silent arena is asked for a sign of life after so long, and has as long again to give it.
	keepaliveAfter = 15 * time.Second
	library        = "kahua-go 0.1.0"
)

var (
	// ErrRefused wraps the arena's reason for not having the bot.
	ErrRefused = errors.New("the arena refuses the bot")
	// ErrOutOfReach wraps what the last try came to when the settings' patience was at an end.
	ErrOutOfReach = errors.New("the arena is out of reach")

	errDraining = errors.New("the arena goes away for a while")
)

// Main plays as the environment says until the arena has no more use for the bot, or Ctrl-C: then the open matches are
// played to their end, and a second Ctrl-C ends at once. It logs to stderr; KAHUA_LOG=debug shows every ask. A trouble
// is printed and ends the program with exit code 1.
func Main(bot Bot, plays Plays) {
	level := slog.LevelInfo
	if text := os.Getenv("KAHUA_LOG"); text != "" {
		// A level that doesn't exist leaves it as it was.
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

// Play returns nil when the arena has no more use for the bot, else an error that is ErrRefused or ErrOutOfReach, or
// the context's own. When leave is closed the bot says goodbye: the open matches are played to their end, no new ones begin.
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

// One conversation, from Hello to its end: nil if the arena dismissed the bot.
func converse(ctx context.Context, settings Settings, hello *arenav1.Hello, talk *conversation) error {
	// A connection of its own, since the pauses between tries are ours.
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

// What doesn't get better by trying again.
func isFinal(err error) bool {
	switch status.Code(err) {
	case codes.InvalidArgument, codes.Unauthenticated, codes.PermissionDenied, codes.NotFound, codes.AlreadyExists,
		codes.FailedPrecondition, codes.Unimplemented:
		return true
	case codes.Aborted:
		// A newer connection of the same bot has taken over: the two would only fight.
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
