// Package kahuadev is the root of the module kahua.dev. Package kahua is the client library for bots. The packages
// below arena and games contain the messages, which `go generate` generates from the .proto files; they are committed.
package kahuadev

//go:generate ./generate.sh
