package kahua

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	arenav1 "kahua.dev/arena/v1"
)

func startRules(t *testing.T) *Rules {
	t.Helper()
	program := os.Getenv("KAHUA_RULES")
	if program == "" {
		program = "../../../target/debug/kahua"
	}
	if _, err := os.Stat(program); err != nil && os.Getenv("KAHUA_REQUIRE_ALL") != "1" {
		t.Skipf("this needs %s: cargo build", program)
	}
	rules, err := NewRules(program, "rules")
	check(t, err)
	t.Cleanup(func() { _ = rules.Close() })
	return rules
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		check(t, err)
		return value
	}
}

func TestRulesPlayAGameToItsEnd(t *testing.T) {
	position := must(startRules(t).Start("haleakala", 2, []string{"variant=tactical"}, 7))(t)
	for decisions := 0; position.Phase == "decide"; decisions++ {
		legal := must(position.Legal())(t)
		if len(legal) != position.LegalTotal {
			t.Fatalf("%d actions, and %d are told", len(legal), position.LegalTotal)
		}
		var action any = 0
		if decisions%2 == 1 {
			action = legal[len(legal)-1]
		}
		check(t, position.Play(action, decisions))
	}
	slices.Sort(position.Places)
	if position.Phase != "over" || !slices.Equal(position.Places, []int{1, 2}) {
		t.Errorf("the game ended as %+v", position)
	}
}

func TestAnAskLeadsToItsPosition(t *testing.T) {
	rules := startRules(t)
	position := must(rules.Start("hawaii", 3, nil, 4))(t)
	view := must(position.View(int(position.Seat)))(t)
	ask := &arenav1.Ask{Game: "hawaii", Seat: position.Seat, View: view, LegalTotal: uint32(position.LegalTotal)}
	opened := must(rules.Position(ask, 9))(t)
	redrawn := must(opened.Redraw(3))(t)
	for _, other := range []*Position{opened, redrawn} {
		if seen := must(other.View(int(position.Seat)))(t); !proto.Equal(seen, view) {
			t.Errorf("another view: %v", seen)
		}
	}
	ask.LegalTotal++
	_, err := rules.Position(ask, 9)
	if err == nil || !strings.Contains(err.Error(), "start the process with --ruleset FILE") {
		t.Errorf("other rules are %v", err)
	}
}

func TestSuccessorsAndCopiesLeaveThePositionAsItIs(t *testing.T) {
	position := must(startRules(t).Start("kanaloa", 0, nil, 1))(t)
	before := must(position.Text(-1))(t)
	legal := must(position.Legal())(t)
	options := RolloutOptions{Seed: 5, EventsMax: 30}
	for index, successor := range must(position.Successors(2, options))(t) {
		after := must(position.After(index, nil))(t)
		scores, rollouts := must(after.Scores())(t), must(after.Rollout(2, options))(t)
		if successor.Action != legal[index] || successor.Phase != after.Phase || !slices.Equal(successor.Scores, scores) ||
			!slices.Equal(successor.MeanScores, rollouts.MeanScores) || !slices.Equal(successor.Wins, rollouts.Wins) {
			t.Errorf("%+v, but %+v, %v, %+v", successor, after, scores, rollouts)
		}
		check(t, after.Free())
		if _, err := after.Legal(); err == nil {
			t.Error("a position that was freed is answered")
		}
	}
	if again := must(must(position.Clone())(t).Text(-1))(t); again != before {
		t.Errorf("the position has changed:\n%s", again)
	}
}

func TestChanceIsListedPlayedDrawnAndFollowed(t *testing.T) {
	rules := startRules(t)
	position := must(rules.Start("haleakala", 0, nil, nil))(t)
	outcomes := must(position.Chance())(t)
	sum := 0.0
	for _, outcome := range outcomes {
		sum += outcome.Probability
	}
	if position.Phase != "chance" || sum < 0.999 || sum > 1.001 {
		t.Fatalf("%+v, %v", position, outcomes)
	}
	check(t, must(position.Clone())(t).PlayChance(outcomes[0].Notation))
	check(t, position.Sample(3))
	var events []*arenav1.MatchEvent
	for number, drawn := range position.Drawn {
		chance := &arenav1.MatchEvent_Chance{Chance: &arenav1.Chance{Notation: drawn}}
		events = append(events, &arenav1.MatchEvent{Number: uint32(number), Event: chance})
	}
	followed := must(rules.Start("haleakala", 0, nil, nil))(t)
	check(t, followed.Observe(events))
	if must(followed.Text(-1))(t) != must(position.Text(-1))(t) {
		t.Error("the events led elsewhere")
	}
}

func TestRulesRefuseWithAReasonAndGoOn(t *testing.T) {
	rules := startRules(t)
	position := must(rules.Start("haleakala", 0, nil, 1))(t)
	var refused *RulesError
	if err := position.Play(99, nil); !errors.As(err, &refused) || refused.Kind != "illegal" {
		t.Errorf("refused as %v", err)
	}
	answers := must(rules.Batch([]map[string]any{{"op": "legal", "position": position.Handle}, {"op": "fly"}}))(t)
	if len(answers) != 2 || !strings.Contains(string(answers[1]), "there is no such operation") {
		t.Errorf("answered as %s", answers)
	}
}

func TestRulesThatHaveEndedSaySo(t *testing.T) {
	rules := must(NewRules("go", "version"))(t)
	// What it prints isn't an answer.
	if _, err := rules.Start("haleakala", 0, nil, nil); err == nil {
		t.Error("go knows no rules")
	}
	_, err := rules.Start("haleakala", 0, nil, nil)
	if err == nil || !strings.Contains(err.Error(), "go version has ended (exit status 0)") {
		t.Errorf("the end is %v", err)
	}
	if _, err := NewRules("/no/such"); err == nil || !strings.Contains(err.Error(), "set KAHUA_RULES") {
		t.Errorf("a program that isn't there is %v", err)
	}
}
