package tutti.serialization;

import java.util.List;
import java.util.ServiceLoader;

/**
 * Replaces the codec of every process that has it on its class path; found by {@link ServiceLoader}.
 *
 * <p>Every process of a job must find the same one.
 */
public interface CodecProvider {

    /** Makes the codec of one process; it may leave to the standard one what it does not encode itself. */
    Codec create(Codec standard, SerializationSettings settings);

    /**
     * Makes the codec of one process: the standard one, or that of the only provider.
     *
     * @throws IllegalStateException if there are several providers
     */
    static Codec load(SerializationSettings settings) {
        Codec standard = new ObjectCodec(settings);
        List<CodecProvider> providers = ServiceLoader.load(CodecProvider.class, ClassLookup.contextLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        if (providers.size() > 1) {
            throw new IllegalStateException("more than one codec provider: providers=%s; leave one on the class path"
                    .formatted(providers.stream()
                            .map(provider -> provider.getClass().getName())
                            .toList()));
        }
        return providers.isEmpty() ? standard : providers.getFirst().create(standard, settings);
    }
}
