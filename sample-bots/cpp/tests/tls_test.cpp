// TLS, and what the bot says where it fails.
#include <arpa/inet.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "check.h"
#include "fake_arena.h"

namespace {

std::string text_of(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  std::string text(data, static_cast<std::size_t>(size));
  BIO_free(bio);
  return text;
}

// A certificate for 127.0.0.1 that is its own CA, in a file too.
struct Certificate {
  std::string key;
  std::string chain;
  std::string path;

  Certificate() {
    EVP_PKEY* pair = EVP_EC_gen("P-256");
    X509* made = X509_new();
    X509_set_version(made, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(made), 1);
    X509_gmtime_adj(X509_getm_notBefore(made), -60);
    X509_gmtime_adj(X509_getm_notAfter(made), 3600);
    X509_set_pubkey(made, pair);
    X509_NAME* name = X509_get_subject_name(made);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("arena"), -1, -1, 0);
    X509_set_issuer_name(made, name);
    for (const auto& [kind, value] :
         {std::pair{NID_basic_constraints, "critical,CA:TRUE"}, std::pair{NID_subject_alt_name, "IP:127.0.0.1"}}) {
      X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value);
      X509_add_ext(made, extension, -1);
      X509_EXTENSION_free(extension);
    }
    X509_sign(made, pair, EVP_sha256());
    BIO* out = BIO_new(BIO_s_mem());
    PEM_write_bio_PrivateKey(out, pair, nullptr, nullptr, 0, nullptr, nullptr);
    key = text_of(out);
    out = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(out, made);
    chain = text_of(out);
    X509_free(made);
    EVP_PKEY_free(pair);
    static int number = 0;
    path = "ca-" + std::to_string(getpid()) + "-" + std::to_string(++number) + ".pem";
    std::ofstream(path) << chain;
  }
  Certificate(const Certificate&) = delete;
  Certificate& operator=(const Certificate&) = delete;
  ~Certificate() { unlink(path.c_str()); }

  std::shared_ptr<grpc::ServerCredentials> credentials() const {
    grpc::SslServerCredentialsOptions options;
    options.pem_key_cert_pairs.push_back({key, chain});
    return grpc::SslServerCredentials(options);
  }
};

// Answers what isn't TLS with an alert, as most TLS servers do.
class AlertingServer {
 public:
  AlertingServer() : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    check(bind(socket_, reinterpret_cast<sockaddr*>(&address), size) == 0 && listen(socket_, 9) == 0 &&
              getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0,
          "no port");
    addr = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    thread_ = std::jthread([this] { serve(); });
  }
  AlertingServer(const AlertingServer&) = delete;
  AlertingServer& operator=(const AlertingServer&) = delete;
  ~AlertingServer() {
    shutdown(socket_, SHUT_RDWR);
    thread_.join();
    close(socket_);
  }

  std::string addr;

 private:
  void serve() const {
    for (int connection = accept(socket_, nullptr, nullptr); connection >= 0;
         connection = accept(socket_, nullptr, nullptr)) {
      char heard[256];
      const unsigned char alert[] = {0x15, 3, 3, 0, 2, 2, 70};
      if (recv(connection, heard, sizeof(heard), 0) > 0) {
        send(connection, alert, sizeof(alert), MSG_NOSIGNAL);
      }
      close(connection);
    }
  }

  int socket_;
  std::jthread thread_;
};

void plays_over_tls_with_its_own_ca() {
  const Certificate own;
  FakeArena arena(own.credentials());
  auto settings = arena.settings();
  settings.addr = "https://" + arena.addr;
  settings.ca = own.path;
  auto ended = start(std::make_shared<Echo>(), settings);
  const auto talk = arena.accept();
  talk->greet("t1");
  talk->ask("a", 1, 3);
  talk->want("a", 1, 1);
  talk->end();
  ended.get();
}

void what_is_wrong_is_named_and_ends_the_run() {
  const Certificate own;
  const Certificate other;
  FakeArena secure(own.credentials());
  FakeArena plain;
  const AlertingServer alerting;
  const struct {
    std::string addr;
    std::string ca;
    std::string want;
  } cases[] = {
      {"https://" + plain.addr, "", plain.addr + " does not speak TLS; if the arena has no certificate, use http://"},
      {"https://" + secure.addr, "", "the certificate of " + secure.addr + " isn't trusted: "},
      {"https://" + secure.addr, other.path, "the certificate of " + secure.addr + " isn't trusted: "},
      {"http://" + alerting.addr, "", alerting.addr + " speaks TLS; use https://"},
  };
  for (const auto& [addr, ca, want] : cases) {
    auto ended = start(std::make_shared<Echo>(), {.addr = addr, .name = "anna", .ca = ca});
    begins(error_of<kahua::Refused>(ended), want);
  }
}

}  // namespace

int main() {
  return run_tests({
      {"plays over TLS with its own CA", plays_over_tls_with_its_own_ca},
      {"what is wrong is named and ends the run", what_is_wrong_is_named_and_ends_the_run},
  });
}
