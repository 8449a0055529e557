package kahua

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

// A certificate for 127.0.0.1 that is its own CA, and the PEM file with it.
func certificate(t *testing.T) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, path
}

func TestPlaysOverTLSWithAnOwnCA(t *testing.T) {
	own, path := certificate(t)
	arena := startArena(t, grpc.Creds(credentials.NewServerTLSFromCert(&own)))
	settings := arena.settings()
	settings.Addr, settings.CA = "https://"+arena.addr, path
	ended := start(t, echo{}, settings)
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.ask("a", 1, 3)
	talk.wantAnswer("a", 1, 1)
	talk.end <- nil
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestWhatIsWrongWithTLSIsNamedAndEndsTheRun(t *testing.T) {
	own, _ := certificate(t)
	_, other := certificate(t)
	secure := startArena(t, grpc.Creds(credentials.NewServerTLSFromCert(&own)))
	plain := startArena(t)
	for _, wrong := range []struct{ addr, ca, want string }{
		{"https://" + plain.addr, "", plain.addr + " does not speak TLS; if the arena has no certificate, use http://"},
		{"https://" + secure.addr, "", "the certificate of " + secure.addr + " isn't trusted: x509: "},
		{"https://" + secure.addr, other, "the certificate of " + secure.addr + " isn't trusted: x509: "},
		{"http://" + alertingServer(t), "", " speaks TLS; use https://"},
	} {
		err := <-start(t, echo{}, Settings{Addr: wrong.addr, Name: "anna", CA: wrong.ca})
		if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), wrong.want) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}

// A server that answers what isn't TLS with an alert, as most do.
func alertingServer(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = connection.Read(make([]byte, 24))
			_, _ = connection.Write([]byte{tlsAlert, 3, 3, 0, 2, 2, 70})
			connection.Close()
		}
	}()
	return listener.Addr().String()
}
