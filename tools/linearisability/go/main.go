// Judges histories of calls and answers by porcupine: each has to be linearisable in its model (models.go).
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// A history that takes longer is not judged, which counts as a failure.
const timeout = 60 * time.Second

// The longest line of a file of histories.
const lineBytesMax = 1 << 20

// line is a call with its answer, as tools/linearisability/README.md describes it.
type line struct {
	Model     string  `json:"model"`
	Seed      int     `json:"seed"`
	Client    int     `json:"client"`
	Call      int64   `json:"call"`
	Return    *int64  `json:"return"`
	Operation string  `json:"operation"`
	Input     input   `json:"input"`
	Output    *output `json:"output"`
}

type verdict struct {
	Model      string `json:"model"`
	Seed       int    `json:"seed"`
	Operations int    `json:"operations"`
	Lost       int    `json:"lost"`
	Verdict    string `json:"verdict"`
}

type name struct {
	model string
	seed  int
}

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: judge FILE"))
	}
	histories, err := read(os.Args[1])
	if err != nil {
		fail(err)
	}
	names := make([]name, 0, len(histories))
	for one := range histories {
		names = append(names, one)
	}
	sort.Slice(names, func(i, j int) bool {
		if names[i].seed != names[j].seed {
			return names[i].seed < names[j].seed
		}
		return names[i].model < names[j].model
	})
	out := json.NewEncoder(os.Stdout)
	for _, one := range names {
		if err := out.Encode(judged(one, histories[one])); err != nil {
			fail(err)
		}
	}
}

func judged(of name, lines []line) verdict {
	model, isKnown := models[of.model]
	if !isKnown {
		fail(fmt.Errorf("there is no model %q", of.model))
	}
	result := verdict{Model: of.model, Seed: of.seed, Operations: len(lines)}
	history := make([]porcupine.Operation, 0, len(lines))
	for _, one := range lines {
		// The operation without an answer may take effect at any time after its call, or never.
		until, answer := int64(math.MaxInt64), output{Outcome: lost}
		if one.Return != nil && one.Output != nil {
			until, answer = *one.Return, *one.Output
		} else {
			result.Lost++
		}
		one.Input.operation = one.Operation
		history = append(history, porcupine.Operation{
			ClientId: one.Client, Call: one.Call, Return: until, Input: one.Input, Output: answer,
		})
	}
	switch porcupine.CheckOperationsTimeout(model, history, timeout) {
	case porcupine.Ok:
		result.Verdict = "linearisable"
	case porcupine.Illegal:
		result.Verdict = "not linearisable"
	default:
		result.Verdict = "not judged in time"
	}
	if result.Verdict == "linearisable" && !namesOneThing(lines) {
		result.Verdict = "one id for two things"
	}
	return result
}

// namesOneThing tells whether each id was answered for one key alone: models are checked key by key.
func namesOneThing(lines []line) bool {
	keys := map[string]string{}
	for _, one := range lines {
		if one.Output == nil || one.Output.Id == "" || one.Input.Key == "" {
			continue
		}
		if known, isKnown := keys[one.Output.Id]; isKnown && known != one.Input.Key {
			return false
		}
		keys[one.Output.Id] = one.Input.Key
	}
	return true
}

func read(path string) (map[name][]line, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	histories := map[name][]line{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, lineBytesMax)
	for lines.Scan() {
		var one line
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("%s: %w", lines.Text(), err)
		}
		of := name{one.Model, one.Seed}
		histories[of] = append(histories[of], one)
	}
	return histories, lines.Err()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}
