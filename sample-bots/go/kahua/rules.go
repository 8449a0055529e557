package kahua

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"

	arenav1 "kahua.dev/arena/v1"
)

// Rules are the rules of all games, to look ahead with. They run in a process of their own, which ends with [Rules.Close].
// Several goroutines may use them; they take turns.
type Rules struct {
	turn    sync.Mutex
	command *exec.Cmd
	input   io.WriteCloser
	output  *bufio.Reader
	// Why nothing more can be asked.
	ended error
}

// RulesError says why the rules refuse a request.
type RulesError struct {
	// Text says what was wrong and where, and what to do.
	Text string `json:"error"`
	// Kind is "illegal" if the rules don't allow it now, and "request" or "limit" if it was asked for in a wrong way.
	Kind string `json:"kind"`
}

func (err *RulesError) Error() string { return err.Text }

// NewRules starts the process. The command is by default "kahua rules", where KAHUA_RULES is the path of the program kahua;
// without it, kahua is looked for in the folders of PATH.
func NewRules(command ...string) (*Rules, error) {
	if len(command) == 0 {
		program := os.Getenv("KAHUA_RULES")
		if program == "" {
			program = "kahua"
		}
		command = []string{program, "rules"}
	}
	rules := &Rules{command: exec.Command(command[0], command[1:]...)}
	rules.command.Stderr = os.Stderr
	input, err := rules.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := rules.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	rules.input, rules.output = input, bufio.NewReaderSize(output, 1<<16)
	if err := rules.command.Start(); err != nil {
		return nil, fmt.Errorf("can't start %s: %w; put kahua into a folder of PATH, or set KAHUA_RULES to its path",
			strings.Join(command, " "), err)
	}
	return rules, nil
}

// Close ends the process. Its positions are of no use any more.
func (rules *Rules) Close() error {
	rules.turn.Lock()
	defer rules.turn.Unlock()
	if rules.ended != nil {
		return nil
	}
	rules.ended = errors.New("these rules were closed")
	rules.input.Close()
	return rules.command.Wait()
}

// Start starts a game. Without seats (0), it has the fewest that it allows. With a seed, chance is drawn up to the first
// decision; nil draws nothing.
func (rules *Rules) Start(game string, seats int, options []string, seed any) (*Position, error) {
	args := map[string]any{"game": game, "seed": seed}
	if seats > 0 {
		args["seats"] = seats
	}
	if len(options) > 0 {
		args["options"] = options
	}
	return rules.open("start", args)
}

// Position opens the position of an ask. What the bot doesn't see is guessed from the seed.
func (rules *Rules) Position(ask *arenav1.Ask, seed uint64) (*Position, error) {
	short := &arenav1.Ask{Game: ask.GetGame(), Seat: ask.GetSeat(), View: ask.GetView(), LegalTotal: ask.GetLegalTotal()}
	bytes, err := proto.Marshal(short)
	if err != nil {
		return nil, err
	}
	return rules.open("from_ask", map[string]any{"ask": base64.StdEncoding.EncodeToString(bytes), "seed": seed})
}

func (rules *Rules) open(op string, args map[string]any) (*Position, error) {
	position := &Position{rules: rules}
	if err := rules.Request(op, args, position); err != nil {
		return nil, err
	}
	return position, nil
}

// Request makes any request of docs/bots/rules.md, and reads its answer into answer as [json.Unmarshal] does.
func (rules *Rules) Request(op string, args map[string]any, answer any) error {
	request := map[string]any{"op": op}
	for name, value := range args {
		request[name] = value
	}
	line, err := rules.exchange(request)
	if err != nil {
		return err
	}
	return read(line, answer)
}

// Batch makes many requests at once, which is several times faster. It returns their answers; one that failed has an "error".
func (rules *Rules) Batch(requests []map[string]any) ([]json.RawMessage, error) {
	line, err := rules.exchange(requests)
	if err != nil {
		return nil, err
	}
	var answers []json.RawMessage
	if json.Unmarshal(line, &answers) == nil {
		return answers, nil
	}
	// A line that can't be read at all has one answer.
	return nil, read(line, &answers)
}

func read(line []byte, answer any) error {
	var refused RulesError
	if err := json.Unmarshal(line, &refused); err == nil && refused.Text != "" {
		return &refused
	}
	return json.Unmarshal(line, answer)
}

func (rules *Rules) exchange(request any) ([]byte, error) {
	line, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	rules.turn.Lock()
	defer rules.turn.Unlock()
	if rules.ended != nil {
		return nil, rules.ended
	}
	_, _ = rules.input.Write(append(line, '\n'))
	// If the process has ended, the line that isn't there says so.
	answer, err := rules.output.ReadBytes('\n')
	if err != nil {
		rules.input.Close()
		_ = rules.command.Wait()
		rules.ended = fmt.Errorf("%s has ended (%v)", strings.Join(rules.command.Args, " "), rules.command.ProcessState)
		return nil, rules.ended
	}
	return answer, nil
}
