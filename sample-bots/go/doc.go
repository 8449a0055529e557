// Package kahuadev is the root of the module kahua.dev: package kahua holds the client library for bots, arena and games
// the messages, which `go generate` makes from the .proto files.
package kahuadev

//go:generate ./generate.sh
