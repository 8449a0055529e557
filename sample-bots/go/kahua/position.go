package kahua

import (
	"encoding/base64"

	"google.golang.org/protobuf/proto"

	arenav1 "kahua.dev/arena/v1"
)

// Position is one position. The process keeps it until [Position.Free] is called.
type Position struct {
	// Handle is its number in requests.
	Handle uint64 `json:"position"`
	// Phase says what must happen next: "decide", "chance" or "over".
	Phase string `json:"phase"`
	// Seat is the seat to decide, if one is.
	Seat uint32 `json:"seat"`
	// LegalTotal says how many legal actions that seat has.
	LegalTotal int `json:"legal_total"`
	// Places are the places of the seats, 1 for the winner, once the game is over.
	Places []int `json:"places"`
	// Drawn are the outcomes of chance that the latest request has drawn.
	Drawn []string `json:"drawn"`

	rules *Rules
}

// ChanceOutcome is an outcome of a chance event.
type ChanceOutcome struct {
	// Notation is the outcome in the game's notation.
	Notation string
	// Probability is above 0; those of all outcomes sum to 1.
	Probability float64
}

// Rollouts are what came of random games.
type Rollouts struct {
	// MeanScores are the mean points of the seats.
	MeanScores []float64 `json:"mean_scores"`
	// Wins are the shares of the games in which each seat came first; those who tie share it.
	Wins []float64 `json:"wins"`
	// Finished says how many of the games reached their end.
	Finished int `json:"finished"`
}

// RolloutOptions say how random games are played.
type RolloutOptions struct {
	// Seed is the seed of all luck and all choices.
	Seed uint64
	// EventsMax is the number of events after which each game ends; 0 plays to its own end.
	EventsMax int
}

// Successor is what a legal action leads to.
type Successor struct {
	// Action is the action in the game's notation. The index in the list is its index in the ask's list.
	Action string `json:"action"`
	// Scores are the points of the seats if the final scoring came right after the action.
	Scores []int `json:"scores"`
	// Phase says what must happen then: "decide", "chance" or "over".
	Phase string `json:"phase"`
	// Seat is the seat to decide then, if one is.
	Seat uint32 `json:"seat"`
	// Rollouts are what came of random games after the action, if they were asked for.
	Rollouts
}

// Legal returns the legal actions in the game's notation, in the order of the ask's list.
func (position *Position) Legal() ([]string, error) {
	var answer struct{ Legal []string }
	err := position.ask("legal", nil, &answer)
	return answer.Legal, err
}

// Play plays a legal action: its index (an int) or its notation (a string). With a seed, chance is then drawn up to the next
// decision; nil draws nothing.
func (position *Position) Play(action, seed any) error {
	return position.change("play", map[string]any{"action": action, "seed": seed})
}

// After is as [Position.Play], but on a copy.
func (position *Position) After(action, seed any) (*Position, error) {
	return position.another("play", map[string]any{"action": action, "seed": seed, "copy": true})
}

// Chance returns the outcomes of the chance event that is due; none if no chance event is.
func (position *Position) Chance() ([]ChanceOutcome, error) {
	var answer struct {
		Outcomes []struct {
			Outcome string
			Weight  float64
		}
		Total float64 `json:"weights_total"`
	}
	err := position.ask("chance", nil, &answer)
	outcomes := make([]ChanceOutcome, 0, len(answer.Outcomes))
	for _, outcome := range answer.Outcomes {
		outcomes = append(outcomes, ChanceOutcome{outcome.Outcome, outcome.Weight / answer.Total})
	}
	return outcomes, err
}

// PlayChance plays an outcome of the chance event that is due.
func (position *Position) PlayChance(notation string) error {
	return position.change("play", map[string]any{"chance": notation})
}

// Sample draws chance up to the next decision.
func (position *Position) Sample(seed uint64) error {
	return position.change("sample", map[string]any{"seed": seed})
}

// Observe plays events of a match, as asks and OnEvents have them.
func (position *Position) Observe(events []*arenav1.MatchEvent) error {
	bytes, err := proto.Marshal(&arenav1.MatchEvents{Events: events})
	if err != nil {
		return err
	}
	return position.change("observe", map[string]any{"events": base64.StdEncoding.EncodeToString(bytes)})
}

// Scores returns the points of the seats if the final scoring came now.
func (position *Position) Scores() ([]int, error) {
	var answer struct{ Scores []int }
	err := position.ask("scores", nil, &answer)
	return answer.Scores, err
}

// Text returns what a seat sees, as text; for seat -1, what a spectator sees.
func (position *Position) Text(seat int) (string, error) {
	var answer struct{ Text string }
	err := position.ask("text", viewer(seat), &answer)
	return answer.Text, err
}

// View returns what a seat sees; for seat -1, what a spectator sees.
func (position *Position) View(seat int) (*arenav1.View, error) {
	args := viewer(seat)
	args["form"] = "bytes"
	var answer struct{ View []byte }
	if err := position.ask("view", args, &answer); err != nil {
		return nil, err
	}
	view := &arenav1.View{}
	return view, proto.Unmarshal(answer.View, view)
}

func viewer(seat int) map[string]any {
	if seat < 0 {
		return map[string]any{}
	}
	return map[string]any{"seat": seat}
}

// Successors returns what every legal action leads to. If rollouts isn't 0, so many random games are played after each.
func (position *Position) Successors(rollouts int, options RolloutOptions) ([]Successor, error) {
	var answer struct{ Successors []Successor }
	args := options.arguments()
	args["rollouts"] = rollouts
	err := position.ask("successors", args, &answer)
	return answer.Successors, err
}

// Rollout plays n random games from here.
func (position *Position) Rollout(n int, options RolloutOptions) (Rollouts, error) {
	var answer Rollouts
	args := options.arguments()
	args["n"] = n
	err := position.ask("rollout", args, &answer)
	return answer, err
}

func (options RolloutOptions) arguments() map[string]any {
	args := map[string]any{"seed": options.Seed}
	if options.EventsMax > 0 {
		args["events_max"] = options.EventsMax
	}
	return args
}

// Clone returns the same position once more.
func (position *Position) Clone() (*Position, error) { return position.another("clone", nil) }

// Redraw returns the same view of the seat to decide, with another guess at what it doesn't see.
func (position *Position) Redraw(seed uint64) (*Position, error) {
	return position.another("redraw", map[string]any{"seed": seed})
}

// Free forgets the position. It is of no use any more.
func (position *Position) Free() error {
	var answer struct{}
	return position.ask("free", nil, &answer)
}

func (position *Position) change(op string, args map[string]any) error {
	changed := Position{rules: position.rules}
	if err := position.ask(op, args, &changed); err != nil {
		return err
	}
	*position = changed
	return nil
}

func (position *Position) another(op string, args map[string]any) (*Position, error) {
	other := &Position{rules: position.rules}
	if err := position.ask(op, args, other); err != nil {
		return nil, err
	}
	return other, nil
}

func (position *Position) ask(op string, args map[string]any, answer any) error {
	all := map[string]any{"position": position.Handle}
	for name, value := range args {
		all[name] = value
	}
	return position.rules.Request(op, all, answer)
}
