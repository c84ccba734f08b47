package tutti.serialization.codec;

import java.util.List;
import java.util.ServiceLoader;
import tutti.serialization.Codec;
import tutti.serialization.CodecProvider;
import tutti.serialization.SerializationSettings;
import tutti.serialization.filter.ClassLookup;

/** Finds the codec of a process. */
public final class Codecs {
    private Codecs() {}

    /**
     * Makes the codec of one process: the standard one, or that of the only provider.
     *
     * @throws IllegalStateException if there are several providers
     */
    public static Codec load(SerializationSettings settings) {
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
