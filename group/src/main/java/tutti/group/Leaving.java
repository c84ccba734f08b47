package tutti.group;

import tutti.messaging.runtime.Endpoint;

/** How a member leaves a group. */
final class Leaving {
    private static final System.Logger LOG = System.getLogger(Leaving.class.getName());

    private Leaving() {}

    /**
     * Lets a member leave a group.
     *
     * @param isVerified whether the log says which messages the member has not received
     */
    static void leave(Endpoint endpoint, boolean isVerified) {
        String left = isVerified ? endpoint.texts().notReceived(Messages.CONTEXT) : null;
        if (left != null) {
            LOG.log(System.Logger.Level.WARNING, left);
        }
        endpoint.leave();
    }
}
