#!/bin/sh
# Generates the Go messages from the .proto files, with protoc and the two plugins that go.mod names.
set -eu
cd "$(dirname "$0")"
protos=../../proto/proto
# shellcheck disable=SC2046 # no path of a .proto file holds a blank
protoc -I "$protos" \
	--plugin=protoc-gen-go="$(go tool -n protoc-gen-go)" --go_out=. --go_opt=module=kahua.dev \
	--plugin=protoc-gen-go-grpc="$(go tool -n protoc-gen-go-grpc)" --go-grpc_out=. --go-grpc_opt=module=kahua.dev \
	$(find "$protos" -name '*.proto')
