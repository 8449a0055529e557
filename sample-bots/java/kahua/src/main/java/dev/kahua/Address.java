package dev.kahua;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the arena is. */
record Address(boolean tls, String host, int port) {
    private static final String EXPECTED = "expected host:port, http://host:port or https://host:port";
    private static final Pattern FORM = Pattern.compile("(\\[[^\\]]+\\]|[^:/@\\s\\[\\]]+)(:(.*))?");

    static Address parse(String text) {
        if (text.isEmpty()) {
            throw new SettingException("KAHUA_ADDR is not set; " + EXPECTED);
        }
        int end = text.indexOf("://");
        String scheme = end < 0 ? "http" : text.substring(0, end);
        String rest = (end < 0 ? text : text.substring(end + 3)).replaceFirst("/$", "");
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw wrong(text, "has the unknown scheme \"" + scheme + "\"");
        }
        Matcher parts = FORM.matcher(rest);
        if (!parts.matches() || parts.group(1).startsWith("[") != rest.matches("\\[.*|[^:]*:[^:]*:.*")) {
            throw wrong(text, "is not an address");
        }
        if (parts.group(2) == null) {
            throw wrong(text, "has no port");
        }
        String port = parts.group(3);
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) == 0 || Integer.parseInt(port) > 65535) {
            throw wrong(text, "has the invalid port \"" + port + "\"");
        }
        return new Address(scheme.equals("https"), parts.group(1).replaceAll("[\\[\\]]", ""), Integer.parseInt(port));
    }

    private static SettingException wrong(String text, String what) {
        return new SettingException("KAHUA_ADDR: \"" + text + "\" " + what + "; " + EXPECTED);
    }

    boolean isLoopback() {
        // No name is looked up for this; one that merely resolves to loopback doesn't count.
        return host.equals("localhost") || host.matches("127(\\.[0-9]{1,3}){3}") || host.matches("(0*:)+0*1");
    }

    /** Whether it is on this machine or in a private network, to which no HTTP proxy leads. No name is looked up. */
    boolean isNear() {
        boolean isName = !host.contains(":") && !host.matches("[0-9.]+");
        if (isName) {
            return !host.contains(".") || host.toLowerCase(Locale.ROOT).endsWith(".localhost");
        }
        try {
            InetAddress ip = InetAddress.getByName(host);
            boolean isUniqueLocal = ip instanceof Inet6Address && (ip.getAddress()[0] & 0xfe) == 0xfc;
            return ip.isLoopbackAddress()
                    || ip.isAnyLocalAddress()
                    || ip.isSiteLocalAddress()
                    || ip.isLinkLocalAddress()
                    || isUniqueLocal;
        } catch (UnknownHostException noAddress) {
            return false;
        }
    }

    /** The address as host:port. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
