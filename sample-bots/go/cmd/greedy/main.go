// The bot greedy, which plays Haleakala as GREEDY.md defines.
package main

import (
	"kahua.dev/haleakala"
	"kahua.dev/kahua"
)

func main() {
	kahua.Run(haleakala.Greedy{}, kahua.Settings{Games: []string{"haleakala"}, Matches: 16})
}
