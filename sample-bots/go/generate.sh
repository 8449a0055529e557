#!/bin/sh
# Generates the Go messages from the .proto files, with protoc and the two plugins that go.mod names. They are committed,
# since `go get` has no build step. `./generate.sh check` only compares, and fails if something else would be generated.
set -eu
cd "$(dirname "$0")"
protos=../../proto

generate() {
	# shellcheck disable=SC2046 # no path of a .proto file holds a blank
	protoc -I "$protos" \
		--plugin=protoc-gen-go="$(go tool -n protoc-gen-go)" --go_out="$1" --go_opt=module=kahua.dev \
		--plugin=protoc-gen-go-grpc="$(go tool -n protoc-gen-go-grpc)" --go-grpc_out="$1" --go-grpc_opt=module=kahua.dev \
		$(find "$protos/kahua" -name '*.proto')
}

if [ "${1-}" = check ]; then
	fresh=$(mktemp -d)
	trap 'rm -r "$fresh"' EXIT
	generate "$fresh"
	# Any protoc will do; only the comments that name its version differ.
	for folder in arena games; do
		diff -r -I '^// .*protoc  *v' "$folder" "$fresh/$folder"
	done
else
	rm -rf arena games
	generate .
fi
