package tutti.serialization;

import java.util.ServiceLoader;

/**
 * Replaces the codec of every process that has it on its class path; found by {@link ServiceLoader}.
 *
 * <p>Every process of a job must find the same one.
 */
public interface CodecProvider {

    /** Makes the codec of one process; it may leave to the standard one what it does not encode itself. */
    Codec create(Codec standard, SerializationSettings settings);
}
