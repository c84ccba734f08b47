package tutti.messaging.device;

/**
 * What members here have sent to a process that did not leave in good order, and that it has perhaps not got.
 *
 * @param messages how many have not been sent as a whole
 * @param unconfirmedBytes how much was sent of which it is not known that it has arrived
 */
public record Undelivered(int process, int messages, long unconfirmedBytes) {}
