package tutti.messaging.runtime;

import java.util.Collection;
import tutti.messaging.match.SendStream;

/** A member of this process in one group, as the search for deadlocks sees it. Thread-safe. */
interface MemberPlace {
    int rank();

    CallTracker activity();

    /** Returns how many receives have not ended, beside those of a service: they take messages without the member. */
    int openReceives();

    /** Returns its streams of messages to others. */
    Collection<SendStream> streams();
}
