package kahua

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	arenav1 "kahua.dev/arena/v1"
)

const (
	// How large the file of KAHUA_RECORD may become: some ten thousand asks.
	recordBytesMax = 64 << 20
	// How many asks may wait to be written. When there are more, the disk is too slow, and the next ones are left out.
	unwrittenMax = 256
)

// The file of KAHUA_RECORD. It is written on a goroutine of its own, so that no disk costs the bot time. A nil recording records
// nothing.
type recording struct {
	path string
	file *os.File
	// The size of the file, in bytes.
	size int64
	// Asks as bytes: the bot may change the messages that it gets.
	unwritten chan []byte
	left      bool
	done      chan struct{}
}

func openRecording(path string) (*recording, error) {
	if path == "" {
		return nil, nil
	}
	// Bots that share the file append whole lines to it.
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, settingError("KAHUA_RECORD: can't write %s: %s; expected a file that can be written", path, plainReason(err))
	}
	recording := &recording{path: path, file: file, unwritten: make(chan []byte, unwrittenMax), done: make(chan struct{})}
	if info, err := file.Stat(); err == nil {
		recording.size = info.Size()
	}
	go recording.work()
	return recording, nil
}

// Adds an ask, without waiting for the disk.
func (recording *recording) add(ask *arenav1.Ask) {
	if recording == nil {
		return
	}
	bytes, err := proto.Marshal(ask)
	if err != nil {
		return
	}
	select {
	case recording.unwritten <- bytes:
	default:
		if !recording.left {
			recording.left = true
			slog.Warn(fmt.Sprintf("KAHUA_RECORD: asks come faster than %s is written; some are left out", recording.path))
		}
	}
}

// Writes what waits, and closes the file.
func (recording *recording) close() {
	if recording == nil {
		return
	}
	close(recording.unwritten)
	<-recording.done
	_ = recording.file.Close()
}

func (recording *recording) work() {
	defer close(recording.done)
	ended := false
	for bytes := range recording.unwritten {
		if ended {
			continue
		}
		if err := recording.write(bytes); err != nil {
			slog.Warn(fmt.Sprintf("KAHUA_RECORD: no more asks are recorded: %v", err))
			ended = true
		}
	}
}

func (recording *recording) write(ask []byte) error {
	line, err := askLine(ask)
	if err != nil {
		return err
	}
	if recording.size+int64(len(line)) > recordBytesMax {
		return fmt.Errorf("%s has reached its limit of %d MiB", recording.path, recordBytesMax>>20)
	}
	recording.size += int64(len(line))
	if _, err = recording.file.Write(line); err != nil {
		return fmt.Errorf("can't write %s: %s", recording.path, plainReason(err))
	}
	return nil
}

// A line as `kahua asks` prints it.
func askLine(encoded []byte) ([]byte, error) {
	ask := &arenav1.Ask{}
	if err := proto.Unmarshal(encoded, ask); err != nil {
		return nil, err
	}
	spaced, err := protojson.MarshalOptions{UseProtoNames: true, EmitDefaultValues: true}.Marshal(ask)
	if err != nil {
		return nil, err
	}
	// protojson adds spaces at random.
	var line bytes.Buffer
	if err := json.Compact(&line, spaced); err != nil {
		return nil, err
	}
	line.WriteByte('\n')
	return line.Bytes(), nil
}
