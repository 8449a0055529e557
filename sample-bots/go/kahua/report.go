package kahua

import (
	"fmt"
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
		slog.Warn("fault", "match", fault.GetMatchId(), "ask", fault.GetTicket(), "cause", inWords(fault.GetCause(), "FAULT_CAUSE_"),
			"problem", fault.GetProblem(), "expected", fault.GetExpected(), "now", fault.GetConsequence())
	}
	if notice := message.GetNotice(); notice != nil {
		slog.Info("notice", "kind", inWords(notice.GetKind(), "KIND_"), "text", notice.GetText())
	}
}

// An enum's value in words: "stale ticket".
func inWords(value fmt.Stringer, prefix string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(value.String(), prefix), "_", " "))
}

func reportEnded(ended *arenav1.Ended, tally tally) {
	attributes := []any{"match", ended.GetMatchId(), "end", inWords(ended.GetTermination().GetKind(), "KIND_"),
		"asks", tally.asks, "used", tally.used, "longest", tally.longest}
	if results := ended.GetResults(); int(tally.seat) < len(results) {
		result := results[tally.seat]
		attributes = append(attributes, "place", result.GetPlace(), "points", result.GetScore())
		if result.GivenUp != nil {
			attributes = append(attributes, "given_up", inWords(result.GetGivenUp(), "FAULT_CAUSE_"))
		}
	}
	if ratings := ended.GetRatings(); int(tally.seat) < len(ratings) {
		attributes = append(attributes, "rating_before", ratings[tally.seat].GetBefore(),
			"rating", ratings[tally.seat].GetAfter())
	}
	slog.Info("match ended", attributes...)
}

var logLevels = map[string]slog.Level{
	"error": slog.LevelError, "warn": slog.LevelWarn, "info": slog.LevelInfo, "debug": slog.LevelDebug, "trace": levelTrace,
}

// Whether the text of KAHUA_LOG names any level, be it only in a filter for kahua's own log such as "kahua=debug".
func namesLevel(text string) bool {
	for part := range strings.SplitSeq(strings.ToLower(text), ",") {
		if _, is := logLevels[strings.TrimSpace(part[strings.LastIndex(part, "=")+1:])]; is {
			return true
		}
	}
	return false
}

// The level that KAHUA_LOG names: the first plain level in it, since it may hold filters for kahua's own log such as
// "info,kahua=debug".
func logLevel(text string) slog.Level {
	for part := range strings.SplitSeq(strings.ToLower(text), ",") {
		if level, plain := logLevels[strings.TrimSpace(part)]; plain {
			return level
		}
	}
	return slog.LevelInfo
}
