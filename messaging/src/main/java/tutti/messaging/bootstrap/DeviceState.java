package tutti.messaging.bootstrap;

/**
 * What a process has of a device.
 *
 * @param name of the device
 * @param ready whether the process can use it, as far as is known
 * @param words what all processes must have in common, or what this one lacks
 */
public record DeviceState(String name, boolean ready, String words) {}
