package kahua

import (
	"log/slog"
	"strings"
	"time"

	arenav1 "kahua.dev/arena/v1"
)

// Below slog's own levels: every message of the connection.
const levelTrace = slog.LevelDebug - 4

// What the log reports about a match when it ends.
type tally struct {
	seat          uint32
	asks          int
	used, longest time.Duration
}

func (tally *tally) add(used time.Duration) {
	tally.asks++
	tally.used += used
	tally.longest = max(tally.longest, used)
}

func reportSeated(seated *arenav1.Seated) {
	var names []string
	for _, player := range seated.GetPlayers() {
		names = append(names, player.GetName())
	}
	slog.Info("match begins", "match", seated.GetMatchId(), "game", seated.GetGame(), "seat", seated.GetSeat(),
		"players", strings.Join(names, ", "), "resumed", seated.GetResumed())
}

// Reports faults and notices.
func reportTrouble(message *arenav1.ArenaMessage) {
	if fault := message.GetFault(); fault != nil {
		slog.Warn("fault", "match", fault.GetMatchId(), "ask", fault.GetTicket(), "cause", fault.GetCause(),
			"problem", fault.GetProblem(), "expected", fault.GetExpected(), "now", fault.GetConsequence())
	}
	if notice := message.GetNotice(); notice != nil {
		slog.Info("notice", "kind", notice.GetKind(), "text", notice.GetText())
	}
}

func reportEnded(ended *arenav1.Ended, tally tally) {
	attributes := []any{"match", ended.GetMatchId(), "end", ended.GetTermination().GetKind(),
		"asks", tally.asks, "used", tally.used, "longest", tally.longest}
	if results := ended.GetResults(); int(tally.seat) < len(results) {
		result := results[tally.seat]
		attributes = append(attributes, "place", result.GetPlace(), "points", result.GetScore())
		if result.GivenUp != nil {
			attributes = append(attributes, "given_up", result.GetGivenUp())
		}
	}
	if ratings := ended.GetRatings(); int(tally.seat) < len(ratings) {
		attributes = append(attributes, "rating_before", ratings[tally.seat].GetBefore(),
			"rating", ratings[tally.seat].GetAfter())
	}
	slog.Info("match ended", attributes...)
}

// The level that KAHUA_LOG names: the first plain level in it, since it may hold filters for kahua's own log such as
// "info,kahua=debug".
func logLevel(text string) slog.Level {
	levels := map[string]slog.Level{
		"error": slog.LevelError, "warn": slog.LevelWarn, "info": slog.LevelInfo, "debug": slog.LevelDebug,
		"trace": levelTrace,
	}
	for part := range strings.SplitSeq(strings.ToLower(text), ",") {
		if level, plain := levels[strings.TrimSpace(part)]; plain {
			return level
		}
	}
	return slog.LevelInfo
}
