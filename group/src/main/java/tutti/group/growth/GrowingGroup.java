package tutti.group.growth;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One member's view of a group that grows, or is connected with another. */
public interface GrowingGroup {
    String name();

    /** Returns the group's identity in its job. */
    long id();

    int rank();

    int size();

    /** Returns the index of the process of a member. */
    int processOf(int rank);

    /** Hands texts of a root to all members. */
    List<String> broadcast(@Nullable List<String> texts, int root);

    /** Collects a text of each member, in rank order. */
    List<String> allGather(String text);

    /** Returns whether the group is broken, so that its operations throw. */
    boolean isEnded();
}
