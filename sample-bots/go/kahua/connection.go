package kahua

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
)

// How long the arena may be silent before it is pinged, and how long it then has to reply.
const keepaliveAfter = 15 * time.Second

// What the first byte of a TLS alert is, with which servers answer to a client that doesn't speak TLS. No HTTP/2 server
// begins with it.
const tlsAlert = 0x15

// One attempt to connect. It notes what goes wrong below gRPC, which reports such causes only as text.
type attempt struct {
	address address
	mu      sync.Mutex
	trouble error
	// Whether another attempt would meet the same trouble.
	final bool
}

// Each attempt gets a connection of its own, because Play itself pauses between attempts.
func (attempt *attempt) connect(settings *checked) (*grpc.ClientConn, error) {
	security := insecure.NewCredentials()
	if settings.address.tls {
		security = handshakes{credentials.NewTLS(&tls.Config{RootCAs: settings.roots, MinVersion: tls.VersionTLS12}), attempt}
	}
	return grpc.NewClient(
		"passthrough:///"+settings.address.String(),
		grpc.WithTransportCredentials(security),
		grpc.WithContextDialer(attempt.dial),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: keepaliveAfter, Timeout: keepaliveAfter, PermitWithoutStream: true,
		}),
	)
}

func (attempt *attempt) dial(ctx context.Context, target string) (net.Conn, error) {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", target)
	if err != nil {
		attempt.note(errors.New(plainReason(err)), false)
		return nil, err
	}
	if attempt.address.tls {
		return connection, nil
	}
	return &firstByte{Conn: connection, attempt: attempt}, nil
}

func (attempt *attempt) note(trouble error, final bool) {
	attempt.mu.Lock()
	defer attempt.mu.Unlock()
	if attempt.trouble == nil {
		attempt.trouble, attempt.final = trouble, final
	}
}

func (attempt *attempt) noted() (trouble error, final bool) {
	attempt.mu.Lock()
	defer attempt.mu.Unlock()
	return attempt.trouble, attempt.final
}

// TLS whose failures are noted.
type handshakes struct {
	credentials.TransportCredentials
	attempt *attempt
}

// ClientHandshake implements credentials.TransportCredentials.
func (shake handshakes) ClientHandshake(
	ctx context.Context, authority string, raw net.Conn,
) (net.Conn, credentials.AuthInfo, error) {
	secured, info, err := shake.TransportCredentials.ClientHandshake(ctx, authority, raw)
	var noTLS tls.RecordHeaderError
	var untrusted *tls.CertificateVerificationError
	address := shake.attempt.address
	switch {
	case err == nil:
	case errors.As(err, &noTLS):
		shake.attempt.note(fmt.Errorf("%s does not speak TLS; if the arena has no certificate, use http://", address), true)
	case errors.As(err, &untrusted):
		shake.attempt.note(fmt.Errorf("the certificate of %s isn't trusted: %w; KAHUA_CA can name the CA to trust",
			address, untrusted.Err), true)
	default:
		shake.attempt.note(fmt.Errorf("the TLS handshake failed: %w; if the arena has no certificate, use http://", err), false)
	}
	return secured, info, err
}

// Clone implements credentials.TransportCredentials.
func (shake handshakes) Clone() credentials.TransportCredentials {
	return handshakes{shake.TransportCredentials.Clone(), shake.attempt}
}

// A connection without TLS that notes a server which expects it.
type firstByte struct {
	net.Conn
	attempt *attempt
	read    bool
}

func (connection *firstByte) Read(into []byte) (int, error) {
	count, err := connection.Conn.Read(into)
	if connection.read {
		return count, err
	}
	switch {
	case count > 0 && into[0] == tlsAlert:
		connection.attempt.note(fmt.Errorf("%s speaks TLS; use https://", connection.attempt.address), true)
	case count == 0 && (errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET)):
		connection.attempt.note(errors.New("it closed the connection at once; if it speaks TLS, use https://"), false)
	}
	connection.read = count > 0
	return count, err
}

// What went wrong, without the operation and the address around it.
func plainReason(err error) string {
	var number syscall.Errno
	var operation *net.OpError
	switch {
	case errors.As(err, &number):
		return number.Error()
	case errors.As(err, &operation):
		return operation.Err.Error()
	default:
		return err.Error()
	}
}
