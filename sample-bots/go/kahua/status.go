package kahua

import (
	"errors"
	"fmt"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

var (
	// ErrRefused is what an error is that makes every further attempt useless; its text is the arena's reason.
	ErrRefused = errors.New("the arena refuses the bot")
	// ErrOutOfReach is what the last failure is before the settings' patience runs out.
	ErrOutOfReach = errors.New("the arena is out of reach")

	errDraining = errors.New("the arena is shutting down")
)

// An error of one of these kinds, with a text of its own.
type finalError struct {
	kind error
	text string
}

func (final finalError) Error() string { return final.text }

func (final finalError) Unwrap() error { return final.kind }

func (client *client) refused(err error) error {
	text := reason(err)
	if info := detail[*errdetails.ErrorInfo](err); info != nil {
		text = fmt.Sprintf("%s (%s)", text, info.GetReason())
	}
	return finalError{ErrRefused, fmt.Sprintf("the arena at %s refuses %s: %s", client.settings.address,
		client.settings.Name, text)}
}

// Whether another attempt is useless: see the table of statuses in docs/bots/protocol.md.
func isFinal(err error) bool {
	switch status.Code(err) {
	case codes.InvalidArgument, codes.OutOfRange, codes.Unauthenticated, codes.PermissionDenied, codes.NotFound,
		codes.FailedPrecondition, codes.Unimplemented:
		return true
	case codes.Aborted:
		// A newer connection of the same bot has taken over; the two would only displace each other.
		return true
	default:
		return false
	}
}

// Whether another connection has the bot's name, or one that was lost and still has open matches.
func isNameInUse(err error) bool { return status.Code(err) == codes.AlreadyExists }

// How long the arena wants to be left alone.
func retryDelay(err error) time.Duration {
	return detail[*errdetails.RetryInfo](err).GetRetryDelay().AsDuration()
}

// The first detail of this type in a status; nil if there is none.
func detail[T any](err error) (found T) {
	for _, detail := range status.Convert(err).Details() {
		if typed, is := detail.(T); is {
			return typed
		}
	}
	return found
}

func reason(err error) string {
	failed, is := status.FromError(err)
	switch {
	case !is:
		return err.Error()
	case failed.Message() == "":
		return failed.Code().String()
	default:
		return failed.Message()
	}
}
