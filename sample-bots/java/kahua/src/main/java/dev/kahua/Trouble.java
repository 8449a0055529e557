package dev.kahua;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Why a connection ended.
 *
 * @param reason for people
 * @param isFinal whether another attempt is useless
 * @param isNameInUse whether another connection has the bot's name, or one that was lost and still has open matches
 * @param delay how long the arena wants to be left alone
 */
record Trouble(String reason, boolean isFinal, boolean isNameInUse, Duration delay) {
    private Trouble(String reason, boolean isFinal, Duration delay) {
        this(reason, isFinal, false, delay);
    }

    /** See the table of statuses in docs/bots/protocol.md. */
    private static final Set<Status.Code> FINAL = EnumSet.of(
            Status.Code.INVALID_ARGUMENT,
            Status.Code.OUT_OF_RANGE,
            Status.Code.UNAUTHENTICATED,
            Status.Code.PERMISSION_DENIED,
            Status.Code.NOT_FOUND,
            Status.Code.FAILED_PRECONDITION,
            Status.Code.UNIMPLEMENTED,
            // A newer connection of the same bot has taken over; the two would only displace each other.
            Status.Code.ABORTED);

    static Trouble draining() {
        return new Trouble("the arena is shutting down", false, Duration.ZERO);
    }

    static Trouble of(Throwable broken, Address address, String name) {
        Status status = Status.fromThrowable(broken);
        String text = status.getDescription() == null ? status.getCode().toString() : status.getDescription();
        Optional<ErrorInfo> info = detail(broken, ErrorInfo.class);
        if (FINAL.contains(status.getCode())) {
            String why = info.map(found -> " (" + found.getReason() + ")").orElse("");
            return new Trouble("the arena at " + address + " refuses " + name + ": " + text + why, true, Duration.ZERO);
        }
        Duration delay = detail(broken, RetryInfo.class)
                .map(found -> Duration.ofSeconds(
                        found.getRetryDelay().getSeconds(),
                        found.getRetryDelay().getNanos()))
                .orElse(Duration.ZERO);
        if (status.getCode() == Status.Code.ALREADY_EXISTS) {
            return new Trouble(text, false, true, delay);
        }
        return below(broken, address).orElse(new Trouble(text, false, delay));
    }

    /** Trouble below gRPC, which its status names only in its causes. */
    private static Optional<Trouble> below(Throwable broken, Address address) {
        for (Throwable cause : causes(broken)) {
            String kind = cause.getClass().getSimpleName();
            String text = String.valueOf(cause.getMessage());
            if (kind.equals("NotSslRecordException")) {
                return lasting(address + " does not speak TLS; if the arena has no certificate, use http://");
            }
            if (cause instanceof CertificateException) {
                return lasting("the certificate of " + address + " isn't trusted: " + text
                        + "; KAHUA_CA can name the CA to trust");
            }
            // Instead of HTTP/2, the first byte is that of a TLS alert.
            if (text.matches("(?s).*Hex dump for first 5 bytes: 15.*")) {
                return lasting(address + " speaks TLS; use https://");
            }
            if (text.contains("Connection refused")) {
                return passing("connection refused");
            }
        }
        // So gRPC calls a connection that is closed before the first frame.
        if (!address.tls() && String.valueOf(broken.getMessage()).contains("Network closed for unknown reason")) {
            return passing("it closed the connection at once; if it speaks TLS, use https://");
        }
        List<Throwable> causes = causes(broken);
        Throwable root = causes.get(causes.size() - 1);
        return causes.size() == 1 ? Optional.empty() : passing(String.valueOf(root.getMessage()));
    }

    private static Optional<Trouble> lasting(String reason) {
        return Optional.of(new Trouble(reason, true, Duration.ZERO));
    }

    private static Optional<Trouble> passing(String reason) {
        return Optional.of(new Trouble(reason, false, Duration.ZERO));
    }

    /** The exception, its cause, the cause's cause and so on. */
    private static List<Throwable> causes(Throwable broken) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = broken; cause != null && !causes.contains(cause); cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes;
    }

    /** The first detail of this type in a status. */
    private static <T extends Message> Optional<T> detail(Throwable broken, Class<T> type) {
        com.google.rpc.Status status =
                broken instanceof StatusRuntimeException failed ? StatusProto.fromThrowable(failed) : null;
        try {
            for (Any detail : status == null ? List.<Any>of() : status.getDetailsList()) {
                if (detail.is(type)) {
                    return Optional.of(detail.unpack(type));
                }
            }
        } catch (InvalidProtocolBufferException unreadable) {
            // A detail is worth nothing then; the status has its text.
        }
        return Optional.empty();
    }
}
