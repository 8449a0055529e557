package kahua

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"google.golang.org/grpc/metadata"

	arenav1 "kahua.dev/arena/v1"
)

const (
	// The pause after the first failure. It doubles after each further one.
	firstPause   = 50 * time.Millisecond
	longestPause = 2 * time.Second
	// How often the log says that the arena is still away.
	reportEvery     = 30 * time.Second
	library         = "kahua-go 0.1.0"
	protocolVersion = 1
)

// Play plays until the arena no longer needs the bot, and then returns nil. Otherwise it returns a SettingError, a
// *Failure of the bot, an error that is ErrRefused or ErrOutOfReach, or the context's own. To leave in good order, a bot
// calls the Bye of the [Arena] that OnWelcome brings; cancelling the context leaves at once.
func Play(ctx context.Context, bot Bot, settings Settings) error {
	return play(ctx, newArena(), bot, settings)
}

func play(ctx context.Context, arena *Arena, bot Bot, settings Settings) error {
	checked, err := settings.check(os.Getenv)
	if err != nil {
		return err
	}
	recording, err := openRecording(checked.Record)
	if err != nil {
		return err
	}
	defer recording.close()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	player := newPlayer(bot, arena, checked.OnError, recording, stop)
	done := make(chan struct{})
	go func() {
		defer close(done)
		player.work(ctx)
	}()
	client := &client{settings: checked, arena: arena, inbox: player.inbox, hello: newHello(checked)}
	err = client.stayConnected(ctx)
	close(player.inbox)
	<-done
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// The network's side: holds one connection after another and puts what they bring into the inbox.
type client struct {
	settings *checked
	arena    *Arena
	inbox    chan<- heard
	hello    *arenav1.Hello
	// Whether the arena has announced, on the present connection, that it is shutting down.
	draining bool
}

// Returns nil if the arena no longer needs the bot.
func (client *client) stayConnected(ctx context.Context) error {
	since, pause, reported := time.Now(), firstPause, time.Time{}
	for {
		welcomed, err := client.converse(ctx)
		if err == nil || ctx.Err() != nil || client.hasLeft() {
			return ctx.Err()
		}
		if errors.Is(err, ErrRefused) {
			return err
		}
		if welcomed {
			since, pause, reported = time.Now(), firstPause, time.Time{}
		}
		left := client.settings.Patience - time.Since(since)
		if left <= 0 {
			return client.outOfReach(err, time.Since(since))
		}
		if time.Since(reported) >= reportEvery {
			client.reportAway(err, reported.IsZero(), left)
			reported = time.Now()
		}
		leave := client.arena.left
		if client.hello.GetResumeToken() != "" {
			// There may be open matches to come back to.
			leave = nil
		}
		select {
		case <-time.After(min(max(pause, retryDelay(err)), left)):
		case <-ctx.Done():
		case <-leave:
		}
		pause = min(2*pause, longestPause)
	}
}

// Whether the bot wants to leave and has never been let in.
func (client *client) hasLeft() bool {
	select {
	case <-client.arena.left:
		return client.hello.GetResumeToken() == ""
	default:
		return false
	}
}

func (client *client) outOfReach(err error, away time.Duration) error {
	what := fmt.Sprintf("no arena at %s for", client.settings.address)
	if isNameInUse(err) {
		what = fmt.Sprintf("the name %s has been in use for", client.settings.Name)
	}
	return finalError{ErrOutOfReach, fmt.Sprintf("%s %s (%s)", what, words(away), reason(err))}
}

func (client *client) reportAway(err error, first bool, left time.Duration) {
	switch address := client.settings.address; {
	case isNameInUse(err):
		slog.Warn(fmt.Sprintf("the name %s is in use (%s); trying again for up to %s; if another process has it, stop that "+
			"process or choose another KAHUA_NAME", client.settings.Name, reason(err), words(left)))
	case !first:
		slog.Warn(fmt.Sprintf("still no arena at %s (%s); trying again for up to %s", address, reason(err), words(left)))
	case client.hello.GetResumeToken() == "":
		slog.Warn(fmt.Sprintf("no arena at %s yet (%s); trying again for up to %s", address, reason(err), words(left)))
	default:
		slog.Warn(fmt.Sprintf("lost the arena at %s (%s); trying again for up to %s", address, reason(err), words(left)))
	}
}

// Holds one conversation, from Hello to its end. Returns whether the arena said Welcome, and nil if it no longer needs
// the bot.
func (client *client) converse(ctx context.Context) (welcomed bool, err error) {
	attempt := &attempt{address: client.settings.address}
	connection, err := attempt.connect(client.settings)
	if err != nil {
		return false, finalError{ErrRefused, err.Error()}
	}
	defer connection.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if client.settings.Token != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+client.settings.Token)
	}
	stream, err := arenav1.NewBotServiceClient(connection).Play(ctx)
	if err == nil {
		welcomed, err = client.listen(ctx, stream)
	}
	switch trouble, final := attempt.noted(); {
	case errors.Is(err, io.EOF) && client.draining:
		return welcomed, errDraining
	case errors.Is(err, io.EOF):
		return welcomed, nil
	case final:
		return welcomed, finalError{ErrRefused, trouble.Error()}
	case isFinal(err):
		return welcomed, client.refused(err)
	case trouble != nil && !welcomed:
		return welcomed, trouble
	default:
		return welcomed, err
	}
}

func (client *client) listen(ctx context.Context, stream arenav1.BotService_PlayClient) (welcomed bool, err error) {
	defer client.arena.close()
	client.draining = false
	number := 0
	// If sending fails, the next Recv says why.
	_ = stream.Send(&arenav1.BotMessage{Message: &arenav1.BotMessage_Hello{Hello: client.hello}})
	for {
		message, err := stream.Recv()
		if err != nil {
			return welcomed, err
		}
		slog.Log(ctx, levelTrace, "hears", "message", message)
		if welcome := message.GetWelcome(); welcome != nil {
			client.hello.ResumeToken, welcomed = welcome.GetResumeToken(), true
			number = client.arena.open(stream)
		}
		client.draining = client.draining || message.GetNotice().GetKind() == arenav1.Notice_KIND_DRAINING
		// Logged before the bot hears it, which may still be thinking.
		reportTrouble(message)
		select {
		case client.inbox <- heard{message, number}:
		case <-ctx.Done():
			return welcomed, ctx.Err()
		}
	}
}

func newHello(settings *checked) *arenav1.Hello {
	version := uint32(protocolVersion)
	hello := &arenav1.Hello{
		Name:            settings.Name,
		Version:         settings.Version,
		MatchesMax:      &settings.Matches,
		Library:         library,
		ProtocolVersion: &version,
	}
	if settings.ActionForm != arenav1.ActionForm_ACTION_FORM_UNSPECIFIED {
		hello.ActionForm = &settings.ActionForm
	}
	for _, game := range settings.Games {
		hello.Games = append(hello.Games, &arenav1.GameSupport{Game: game})
	}
	return hello
}

// A duration for people.
func words(duration time.Duration) string {
	if minutes := duration.Round(time.Minute); minutes >= 2*time.Minute {
		return fmt.Sprintf("%.0f minutes", minutes.Minutes())
	}
	return fmt.Sprintf("%.0f s", duration.Seconds())
}
