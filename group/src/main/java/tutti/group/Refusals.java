package tutti.group;

import tutti.group.proto.Refusal;

/** Carries {@link GroupException}s between the registry and the processes. */
final class Refusals {
    private Refusals() {}

    static Refusal of(GroupException refused) {
        return Refusal.newBuilder()
                .setReason(refused.reason().name())
                .setText(String.valueOf(refused.getMessage()))
                .build();
    }

    static GroupException toException(Refusal refusal) {
        return new GroupException(GroupException.Reason.valueOf(refusal.getReason()), refusal.getText());
    }
}
