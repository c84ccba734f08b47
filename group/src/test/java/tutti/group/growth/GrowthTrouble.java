package tutti.group.growth;

import java.util.random.RandomGenerator;

/** What goes wrong while a simulated group grows. */
enum GrowthTrouble {
    NONE,
    SHORT_FREEZE,
    LONG_FREEZE,
    MEMBER_SILENT,
    MEMBER_DIES,
    NEWCOMER_DIES,
    NEWCOMER_SILENT,
    NEWCOMER_CUT,
    NEWCOMER_CUT_THEN_DIES,
    CUT,
    CUT_THEN_DIES,
    BOTH_DIE;

    static GrowthTrouble any(RandomGenerator random) {
        return values()[random.nextInt(values().length)];
    }

    /** Returns whether nothing may fail of it. */
    boolean isHarmless() {
        return this == NONE || this == SHORT_FREEZE;
    }

    /** Returns whether members of the old group may be lost. */
    boolean concernsMembers() {
        return switch (this) {
            case NONE, SHORT_FREEZE, NEWCOMER_DIES, NEWCOMER_SILENT, NEWCOMER_CUT, NEWCOMER_CUT_THEN_DIES -> false;
            default -> true;
        };
    }
}
