package dev.kahua;

import dev.kahua.arena.v1.BotMessage;

/** What the player keeps of an open match. */
final class OpenMatch {
    int seat;
    /** Whether the present connection seats the bot in it. */
    boolean seated = true;
    /** The number of the next event that the bot hasn't seen. */
    int nextEvent;
    /** The latest answer, its ticket, and the number of the connection that took it. Null before the first. */
    BotMessage answer;

    int ticket;
    int sentOn;
    /** Whether the bot has given it up, so that it isn't asked any more. */
    boolean resigned;

    int asks;
    long usedNs;
    long longestNs;

    void count(long ns) {
        asks++;
        usedNs += ns;
        longestNs = Math.max(longestNs, ns);
    }
}
