package kahua

import (
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	arenav1 "kahua.dev/arena/v1"
)

// One message of each kind is read, and nothing of it is lost when it is written back.
func TestEveryKindIsReadAndWrittenBack(t *testing.T) {
	if _, err := os.Stat("../../fixtures"); os.IsNotExist(err) {
		t.Skip("the recorded messages are only in Kahua's repository")
	}
	file, err := os.ReadFile("../../fixtures/messages.txt")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		bytes, err := hex.DecodeString(words[2])
		if err != nil {
			t.Fatal(err)
		}
		var message protoreflect.ProtoMessage = &arenav1.ArenaMessage{}
		if words[0] == "bot" {
			message = &arenav1.BotMessage{}
		}
		if err := proto.Unmarshal(bytes, message); err != nil {
			t.Fatal(err)
		}
		reflected := message.ProtoReflect()
		kind := reflected.WhichOneof(reflected.Descriptor().Oneofs().ByName("message"))
		if kind == nil || string(kind.Name()) != words[1] {
			t.Errorf("%s read as %v", words[1], kind)
		}
		// Go writes the fields of a oneof last, so the bytes are the same in another order.
		written, err := proto.Marshal(message)
		again := reflected.New().Interface()
		if err != nil || len(written) != len(bytes) || proto.Unmarshal(written, again) != nil || !proto.Equal(message, again) {
			t.Errorf("%s written as %x, %v", words[1], written, err)
		}
		read++
	}
	if read < 13 {
		t.Errorf("only %d messages are recorded", read)
	}
}
