package kahua

import (
	"fmt"

	arenav1 "kahua.dev/arena/v1"
)

// Answer is what a bot chooses. Make one with [Index], [Action], [Notation] or [Resign].
type Answer struct {
	form     answerForm
	index    int
	action   *arenav1.Action
	notation string
	comment  string
}

type answerForm int

const (
	// The form of an Answer that was made with none of the four functions.
	formNothing answerForm = iota
	formIndex
	formAction
	formNotation
	formResign
)

// Index chooses the action with this index in the ask's legal list.
func Index(index int) Answer { return Answer{form: formIndex, index: index} }

// Action chooses an action by its typed message.
func Action(action *arenav1.Action) Answer { return Answer{form: formAction, action: action} }

// Notation chooses an action by its notation.
func Notation(text string) Answer { return Answer{form: formNotation, notation: text} }

// Resign gives up the match.
func Resign() Answer { return Answer{form: formResign} }

// WithComment adds a comment for the record. The arena cuts it after 200 bytes.
func (answer Answer) WithComment(comment string) Answer {
	answer.comment = comment
	return answer
}

// The message that takes this answer to the arena. The error says why there is none.
func (answer Answer) to(ask *arenav1.Ask) (*arenav1.BotMessage, error) {
	sent := &arenav1.Answer{MatchId: ask.GetMatchId(), Ticket: ask.GetTicket(), Comment: answer.comment}
	switch {
	case answer.form == formResign:
		return resignation(ask.GetMatchId()), nil
	case answer.form == formIndex:
		if answer.index < 0 || answer.index >= int(ask.GetLegalTotal()) {
			return nil, fmt.Errorf("choose answered index %d, but %s", answer.index, legalRange(ask))
		}
		sent.Choice = &arenav1.Answer_Index{Index: uint32(answer.index)}
	case answer.form == formAction && answer.action != nil:
		sent.Choice = &arenav1.Answer_Action{Action: answer.action}
	case answer.form == formNotation && answer.notation != "":
		sent.Choice = &arenav1.Answer_Notation{Notation: answer.notation}
	case answer.form == formAction:
		return nil, fmt.Errorf("choose answered a nil action; expected one of the ask's legal actions")
	case answer.form == formNotation:
		return nil, fmt.Errorf("choose answered an empty notation; expected that of one of the ask's legal actions")
	default:
		return nil, fmt.Errorf("choose answered nothing; expected kahua.Index, Action, Notation or Resign")
	}
	return &arenav1.BotMessage{Message: &arenav1.BotMessage_Answer{Answer: sent}}, nil
}

func legalRange(ask *arenav1.Ask) string {
	if ask.GetLegalTotal() == 1 {
		return "there is 1 legal action: 0"
	}
	return fmt.Sprintf("there are %d legal actions: 0 to %d", ask.GetLegalTotal(), ask.GetLegalTotal()-1)
}

func resignation(matchID string) *arenav1.BotMessage {
	return &arenav1.BotMessage{Message: &arenav1.BotMessage_Resign{Resign: &arenav1.Resign{MatchId: matchID}}}
}
