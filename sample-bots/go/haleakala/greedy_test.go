package haleakala

import (
	"bufio"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	arenav1 "kahua.dev/arena/v1"
)

// The recorded asks are answered as every other language answers them.
func TestGreedyAnswersEveryRecordedAsk(t *testing.T) {
	if _, err := os.Stat("../../fixtures"); os.IsNotExist(err) {
		t.Skip("the recorded asks are only in Kahua's repository")
	}
	file, err := os.Open("../../fixtures/haleakala-greedy.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	asks := 0
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		index, message, _ := strings.Cut(lines.Text(), " ")
		want, err := strconv.Atoi(index)
		if err != nil {
			t.Fatal(err)
		}
		bytes, err := hex.DecodeString(message)
		if err != nil {
			t.Fatal(err)
		}
		ask := &arenav1.Ask{}
		if err := proto.Unmarshal(bytes, ask); err != nil {
			t.Fatal(err)
		}
		if got := best(ask); got != want {
			t.Errorf("ask %d: answered %d, recorded %d", asks, got, want)
		}
		asks++
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if asks < 100 {
		t.Errorf("only %d asks are recorded", asks)
	}
}

func TestGreedyAnswersAnAskOfAnUnknownGame(t *testing.T) {
	if got := best(&arenav1.Ask{LegalTotal: 3}); got != 0 {
		t.Errorf("answered %d", got)
	}
}
