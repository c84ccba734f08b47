package tutti.group.growth;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * What a member wants of a growth; the same at all members.
 *
 * @param limit how long to wait for newcomers, and then for their joining
 * @param sendsStates whether newcomers get what they begin with
 * @param entered what this member does in the larger group before all agree that it is good
 * @param agreed what it does there when all have agreed
 * @param <G> what members call a group
 */
public record GrowthRequest<G>(
        GrowthShape shape, Duration limit, boolean sendsStates, Consumer<G> entered, Consumer<G> agreed) {}
