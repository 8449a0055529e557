package dev.kahua.bots.haleakala;

/** What the actions of a turn are worth, in tenths of a point. */
final class Turn {
    private Turn() {}

    /** Choosing this card at a stop, less what the other player then receives. */
    static int choose(Position here, int stop, int chosen) {
        int first = here.gaps()[2 * stop];
        int second = here.gaps()[2 * stop + 1];
        int left = chosen == first ? second : first;
        boolean shared = here.other().sum(stop) > 0 && left != chosen;
        return Worth.card(here, chosen) - (shared ? Worth.card(here.turned(), left) : 0);
    }

    /** The boat sails: what both players receive, and how things stand afterwards. */
    static int sail(Position here, int steps, boolean invokes) {
        int stop = (here.boat() + steps) % 6;
        Position there = here.withBoat(stop);
        if (invokes && here.lavaSupply() > 0) {
            there = there.withLava(stop, 1);
        }
        return 4 * stopping(there, stop) + prospects(there.cleared(stop)) + 4 * here.idle();
    }

    /** How things stand where the boat stays, and what it is worth that the shaman may walk. */
    static int linger(Position after) {
        int shaman = after.me().shaman();
        int walk = shaman == 0 || Worth.site(after, shaman - 1) == 0 ? 40 : 0;
        return prospects(after) + walk;
    }

    /** Having the shaman there: 0 for the beach, n + 1 for space n. */
    static int stand(Position here, int shaman) {
        if (shaman == 0) {
            return 0;
        }
        int space = shaman - 1;
        int landscape = space / 6;
        int segment = space % 6;
        int next = Math.max(
                Worth.site(here, 6 * landscape + (segment + 1) % 6),
                Worth.site(here, 6 * landscape + (segment + 5) % 6));
        if (landscape > 0) {
            next = Math.max(next, Worth.site(here, space - 6));
        }
        if (landscape < 2) {
            next = Math.max(next, Worth.site(here, space + 6));
        }
        return 2 * Worth.site(here, space) + next;
    }

    /** What I receive, less what the other player receives, if the boat stops there. */
    private static int stopping(Position here, int stop) {
        int mine = here.me().sum(stop);
        int theirs = here.other().sum(stop);
        if (mine < theirs) {
            return -stopping(here.turned(), stop);
        }
        if (mine == 0) {
            return 0;
        }
        int first = here.gaps()[2 * stop];
        int second = here.gaps()[2 * stop + 1];
        boolean takesSecond = first == 0 || second != 0 && Worth.card(here, second) > Worth.card(here, first);
        return choose(here, stop, takesSecond ? second : first);
    }

    /** How the discs stand: every beach but the boat's as if the boat might stop there, and the discs in hand. */
    private static int prospects(Position here) {
        int worth = 6 * (here.me().hand() - here.other().hand());
        for (int beach = 0; beach < 6; beach++) {
            if (beach != here.boat()) {
                worth += stopping(here, beach);
            }
        }
        return worth;
    }
}
