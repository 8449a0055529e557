// Any name will do for a program; one that others import needs a path such as github.com/you/my-bot.
module @PACKAGE@

go 1.24.0

require kahua.dev v0.1.0

require (
	golang.org/x/net v0.41.0 // indirect
	golang.org/x/sys v0.33.0 // indirect
	golang.org/x/text v0.26.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20250707201910-8d1bb00bc6a7 // indirect
	google.golang.org/grpc v1.75.1 // indirect
	google.golang.org/protobuf v1.36.10 // indirect
)

replace kahua.dev => ./third_party/kahua/sample-bots/go
