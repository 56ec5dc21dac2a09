package main

import (
	"reflect"
	"sort"

	"github.com/anishathalye/porcupine"
)

// input is what a call asks for. Each operation uses some of the members.
type input struct {
	operation string
	// X-Request-ID.
	Key string `json:"key"`
	// What stands for the body: another text is another body.
	Body string `json:"body"`
	Id   string `json:"id"`
	// The payments of a basket.
	Members []string `json:"members"`
	Account string   `json:"account"`
	// In the smallest unit of the currency.
	Amount int64 `json:"amount"`
}

// output is what an answer says.
type output struct {
	Outcome string `json:"outcome"`
	Id      string `json:"id"`
	Value   int64  `json:"value"`
}

// lost is the outcome of an operation whose answer nobody has.
const lost = "lost"

// received is the outcome of a request that is durable and not decided yet.
const received = "received"

// readsWithoutPsu is the bound of specification section 8.
const readsWithoutPsu = 4

var models = map[string]porcupine.Model{
	"payments": payments,
	"baskets":  baskets,
	"consents": consents,
	"permits":  permits,
	"balances": balances,
}

// partedBy checks the operations of each key alone.
func partedBy(key func(input) string) func([]porcupine.Operation) [][]porcupine.Operation {
	return func(history []porcupine.Operation) [][]porcupine.Operation {
		parts := map[string][]porcupine.Operation{}
		for _, one := range history {
			part := key(one.Input.(input))
			parts[part] = append(parts[part], one)
		}
		keys := make([]string, 0, len(parts))
		for part := range parts {
			keys = append(keys, part)
		}
		sort.Strings(keys)
		all := make([][]porcupine.Operation, 0, len(parts))
		for _, part := range keys {
			all = append(all, parts[part])
		}
		return all
	}
}

// made is what a bank knows of a request that creates something; the zero value for one that it has never seen.
type made struct{ body, id string }

// created is the step of a request that creates something: the first one makes it, a repeat gets the same, and the same key with
// another body is a conflict.
func created(before made, in input, out output) (bool, made) {
	isPromised := out.Outcome == "made" || out.Outcome == received
	switch {
	case before.body == "":
		// The id of a lost answer is not known: the first answer to a repeat names it.
		return isPromised || out.Outcome == lost, made{in.Body, out.Id}
	case before.body != in.Body:
		// What is received is under this id; whether it was this body, the bank has not said.
		isOther := out.Outcome == received && (before.id == "" || before.id == out.Id)
		return isOther || out.Outcome == "conflict" || out.Outcome == lost, before
	case before.id == "" && isPromised:
		return true, made{in.Body, out.Id}
	default:
		return out.Outcome == lost || isPromised && out.Id == before.id, before
	}
}

// Payments by X-Request-ID.
var payments = porcupine.Model{
	Partition: partedBy(func(in input) string { return in.Key }),
	Init:      func() any { return made{} },
	Step: func(state, in, out any) (bool, any) {
		return created(state.(made), in.(input), out.(output))
	},
}

// Baskets over a few payments, of which each is in one open basket at most.
type basketState struct {
	// The members of the open baskets, by the key of the request that made it.
	open map[string][]string
	made map[string]made
}

func (state basketState) copy() basketState {
	next := basketState{map[string][]string{}, map[string]made{}}
	for key, members := range state.open {
		next.open[key] = members
	}
	for key, one := range state.made {
		next.made[key] = one
	}
	return next
}

func (state basketState) hasAny(members []string) bool {
	for _, taken := range state.open {
		for _, one := range taken {
			for _, member := range members {
				if one == member {
					return true
				}
			}
		}
	}
	return false
}

var baskets = porcupine.Model{
	Init:  func() any { return basketState{} },
	Equal: func(one, other any) bool { return reflect.DeepEqual(one, other) },
	Step: func(before, asked, answer any) (bool, any) {
		state, in, out := before.(basketState).copy(), asked.(input), answer.(output)
		if in.operation == "end" {
			for key, one := range state.made {
				if one.id == in.Id {
					delete(state.open, key)
				}
			}
			return out.Outcome == "ended" || out.Outcome == lost, state
		}
		known := state.made[in.Key]
		if known.body == "" && state.hasAny(in.Members) {
			return out.Outcome == "taken" || out.Outcome == lost, state
		}
		isRight, next := created(known, in, out)
		if known.body == "" {
			state.open[in.Key] = in.Members
		}
		state.made[in.Key] = next
		return isRight, state
	},
}

// The access of a TPP to the accounts of a PSU: granted by the PSU, ended by the TPP, used by reads. Requests for a consent are
// created as payments are.
var consents = porcupine.Model{
	Partition: partedBy(func(in input) string { return in.Key }),
	Init:      func() any { return accessState{} },
	Step: func(before, asked, answer any) (bool, any) {
		state, in, out := before.(accessState), asked.(input), answer.(output)
		switch in.operation {
		case "ask":
			isRight, next := created(state.asked, in, out)
			return isRight, accessState{asked: next}
		case "grant":
			return out.Outcome == "granted" || out.Outcome == lost, accessState{isGranted: true}
		case "end":
			return out.Outcome == "ended" || out.Outcome == lost, accessState{}
		default:
			expected := "refused"
			if state.isGranted {
				expected = "shown"
			}
			return out.Outcome == expected || out.Outcome == lost, state
		}
	},
}

type accessState struct {
	asked     made
	isGranted bool
}

// Reads without the PSU: four of an account in 24 hours. A read that the bank permitted and then could not answer may be given back.
var permits = porcupine.Model{
	Partition: partedBy(func(in input) string { return in.Account }),
	Init:      func() any { return permitState{} },
	Step: func(before, asked, answer any) (bool, any) {
		state, in, out := before.(permitState), asked.(input), answer.(output)
		if in.operation == "give-back" {
			if state.lost > 0 {
				return true, permitState{state.taken - 1, state.lost - 1}
			}
			return true, state
		}
		switch {
		case state.taken == readsWithoutPsu:
			return out.Outcome == "exceeded" || out.Outcome == lost, state
		case out.Outcome == lost:
			return true, permitState{state.taken + 1, state.lost + 1}
		default:
			return out.Outcome == "shown", permitState{state.taken + 1, state.lost}
		}
	},
}

// How many reads are taken, and how many of those have no answer.
type permitState struct{ taken, lost int }

// The balance of an account: opened with a value, changed by transfers, seen by reads.
var balances = porcupine.Model{
	Partition: partedBy(func(in input) string { return in.Account }),
	Init:      func() any { return int64(0) },
	Step: func(before, asked, answer any) (bool, any) {
		balance, in, out := before.(int64), asked.(input), answer.(output)
		switch in.operation {
		case "open", "transfer":
			return true, balance + in.Amount
		default:
			return out.Outcome == lost || out.Value == balance, balance
		}
	},
}
