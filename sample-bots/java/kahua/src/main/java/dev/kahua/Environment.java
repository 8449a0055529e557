package dev.kahua;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Map;

/** Completes settings from environment variables, and checks them. What the program has set counts first. */
record Environment(Map<String, String> variables) {
    /** What the program has set or, if that is empty, the variable. */
    String or(String set, String variable) {
        return set.isEmpty() ? variables.getOrDefault(variable, "") : set;
    }

    String name(String set) {
        String name = or(set, "KAHUA_NAME");
        if (name.isEmpty()) {
            throw new SettingException("KAHUA_NAME is not set; expected the bot's name");
        }
        if (!name.matches("[a-zA-Z0-9_.-]{1,32}")) {
            throw new SettingException("KAHUA_NAME: \"" + name + "\" is not a valid bot name; "
                    + "expected 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'");
        }
        return name;
    }

    int matches(int set) {
        String text = or("", "KAHUA_MATCHES");
        if (text.isEmpty()) {
            return set;
        }
        if (!text.matches("0*[1-9][0-9]{0,8}")) {
            throw new SettingException(
                    "KAHUA_MATCHES: \"" + text + "\" is not valid; expected a whole number of at least 1");
        }
        return Integer.parseInt(text);
    }

    String token(String set, Address address, boolean allowCleartext) {
        String token = or(set, "KAHUA_TOKEN");
        if (token.chars().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c))) {
            throw new SettingException("KAHUA_TOKEN contains white space; copy it again without line breaks");
        }
        if (token.chars().anyMatch(c -> c > 127)) {
            throw new SettingException("KAHUA_TOKEN contains a character that isn't ASCII; copy it again");
        }
        boolean allowed = isOn("KAHUA_ALLOW_CLEARTEXT_TOKEN") || allowCleartext;
        if (!token.isEmpty() && !address.tls() && !address.isLoopback() && !allowed) {
            throw new SettingException("KAHUA_TOKEN would be sent unencrypted to " + address.host()
                    + "; use https://, or set KAHUA_ALLOW_CLEARTEXT_TOKEN=1");
        }
        return token;
    }

    private boolean isOn(String variable) {
        String text = or("", variable);
        return switch (text) {
            case "", "0" -> false;
            case "1" -> true;
            default -> throw new SettingException(variable + ": \"" + text + "\" is unknown; expected 1 or 0");
        };
    }

    /** Refuses a KAHUA_LOG without any level. */
    void checkLog() {
        String text = or("", "KAHUA_LOG");
        if (!text.isEmpty() && !Log.namesLevel(text)) {
            throw new SettingException(
                    "KAHUA_LOG: \"" + text + "\" is unknown; expected error, warn, info, debug or trace");
        }
    }

    /** The file with the certificates to trust; null for the system's. */
    File ca(String set) {
        String path = or(set, "KAHUA_CA");
        if (path.isEmpty()) {
            return null;
        }
        try (InputStream pem = new FileInputStream(path)) {
            if (!CertificateFactory.getInstance("X.509")
                    .generateCertificates(pem)
                    .isEmpty()) {
                return new File(path);
            }
        } catch (IOException error) {
            throw unreadable(path, reason(error, path));
        } catch (CertificateException error) {
            // Said below.
        }
        throw unreadable(path, "there is no certificate in it");
    }

    private static SettingException unreadable(String path, String why) {
        return new SettingException(
                "KAHUA_CA: can't read " + path + ": " + why + "; expected a PEM file with CA certificates");
    }

    /** The reason that the system gives, which Java writes behind the path in parentheses. */
    private static String reason(IOException error, String path) {
        return error.getMessage().replaceFirst("^" + java.util.regex.Pattern.quote(path) + " \\((.*)\\)$", "$1");
    }

    OnError onError(OnError set) {
        if (set != null) {
            return set;
        }
        String text = or("", "KAHUA_ON_ERROR");
        return switch (text) {
            case "", "exit" -> OnError.EXIT;
            case "resign" -> OnError.RESIGN;
            default ->
                throw new SettingException("KAHUA_ON_ERROR: \"" + text + "\" is unknown; expected exit or resign");
        };
    }
}
