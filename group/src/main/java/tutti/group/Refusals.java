package tutti.group;

import tutti.group.proto.Refusal;

/** Carries {@link GroupException}s between the registry and the processes. */
final class Refusals {
    private Refusals() {}

    static Refusal of(GroupException refused) {
        Refusal.Builder refusal =
                Refusal.newBuilder().setReason(refused.reason().name()).setText(String.valueOf(refused.getMessage()));
        if (refused.lostProcess() >= 0) {
            refusal.setLostProcess(refused.lostProcess());
        }
        if (refused.lostRank() >= 0) {
            refusal.setLostRank(refused.lostRank());
        }
        return refusal.build();
    }

    static GroupException toException(Refusal refusal) {
        return new GroupException(
                GroupException.Reason.valueOf(refusal.getReason()),
                refusal.getText(),
                refusal.hasLostProcess() ? refusal.getLostProcess() : -1,
                refusal.hasLostRank() ? refusal.getLostRank() : -1);
    }
}
