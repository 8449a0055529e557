module bot

go 1.24.0

require kahua.dev v0.1.0

replace kahua.dev => ./third_party/kahua/sample-bots/go
