package tutti.messaging;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Arguments of a parameterized test that the nightly run takes besides those of its other source, which each build
 * takes: the latter are the sample of each kind.
 *
 * <p>Each string has the arguments of one call, with commas between them; a test of one parameter gets the whole.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(NightlySource.Provider.class)
public @interface NightlySource {
    String[] value();

    /** Provides nothing but in the nightly run. */
    final class Provider extends AnnotationBasedArgumentsProvider<NightlySource> {
        @Override
        protected Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context, NightlySource source) {
            if (!Boolean.getBoolean("tutti.test.all")) {
                return Stream.of();
            }
            boolean one = context.getRequiredTestMethod().getParameterCount() == 1;
            return Stream.of(source.value())
                    .map(line -> one ? new Object[] {line} : (Object[]) line.split(", *"))
                    .map(Arguments::of);
        }
    }
}
