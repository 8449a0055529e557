package kahua

import (
	"bytes"
	"fmt"
	"os"

	"google.golang.org/protobuf/encoding/protojson"

	arenav1 "kahua.dev/arena/v1"
)

// LoadAsks reads the asks in a file that `kahua asks` or a bot with KAHUA_RECORD has written, one on each line. The error names
// the file, and the line if one isn't an ask.
func LoadAsks(path string) ([]*arenav1.Ask, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var asks []*arenav1.Ask
	// Asks of a newer arena may have more fields.
	options := protojson.UnmarshalOptions{DiscardUnknown: true}
	for index, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		ask := &arenav1.Ask{}
		if err := options.Unmarshal(line, ask); err != nil {
			return nil, fmt.Errorf("%s, line %d: it isn't an ask: %w", path, index+1, err)
		}
		asks = append(asks, ask)
	}
	return asks, nil
}
