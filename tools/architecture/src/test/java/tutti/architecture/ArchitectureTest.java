package tutti.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultEdge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The modules are floors, the packages of each form layers, and few classes of a package know one another. */
class ArchitectureTest {
    private static final int MOST_CLASSES_OF_A_KNOT = 4;

    /** Ground floor first. */
    private static final List<String> CORE = List.of("serialization", "messaging", "collectives", "group");

    /** What stands on the core, with those of its kind that each may know. */
    private static final Map<String, Set<String>> UPPER = new TreeMap<>(Map.of(
            "junit", Set.of(),
            "metrics", Set.of(),
            "launcher", Set.of(),
            "charts", Set.of(),
            "examples", Set.of("launcher", "charts"),
            "bench", Set.of("launcher", "charts"),
            "jgf", Set.of("launcher", "bench", "charts"),
            "nas", Set.of("launcher", "bench", "charts"),
            "report", Set.of("launcher", "bench", "charts", "examples")));

    private static final List<String> MODULES =
            Stream.concat(CORE.stream(), UPPER.keySet().stream()).toList();

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/proto/")) // generated
            .importPackages(MODULES.stream().map(module -> "tutti." + module).toList());

    /** What reads or waits for the time of day, which jumps when somebody sets it. */
    private static final Set<String> TIME_OF_DAY = Set.of(
            "java.lang.System.currentTimeMillis()",
            "java.util.Date.<init>()",
            "java.util.concurrent.locks.LockSupport.parkUntil(long)",
            "java.util.concurrent.locks.LockSupport.parkUntil(java.lang.Object, long)",
            "java.util.concurrent.locks.Condition.awaitUntil(java.util.Date)");

    private static final ArchRule NO_TIME_OF_DAY = noClasses()
            .should()
            .accessTargetWhere(describe("it is the time of day", access -> isTimeOfDay(access.getTarget())))
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Timer");

    private static final ArchitectureExceptions EXCEPTIONS = ArchitectureExceptions.read();

    @ParameterizedTest
    @FieldSource("MODULES")
    void shouldSeeTheClassesOfEachModule(String module) {
        assertThat(CLASSES.that(resideInAnyPackage(below(module)))).hasSizeGreaterThan(1);
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void shouldKnowLowerFloorsOnly(String module) {
        Set<String> known = UPPER.containsKey(module)
                ? Stream.concat(CORE.stream(), UPPER.get(module).stream()).collect(toSet())
                : Set.copyOf(CORE.subList(0, CORE.indexOf(module)));
        String[] others = MODULES.stream()
                .filter(other -> !other.equals(module) && !known.contains(other))
                .map(ArchitectureTest::below)
                .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage(below(module))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(CLASSES);
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void shouldUseExportedPackagesOnly(String module) {
        Set<String> exported = descriptors()
                .flatMap(descriptor -> descriptor.exports().stream())
                .filter(export -> !export.isQualified() || export.targets().contains("tutti." + module))
                .map(ModuleDescriptor.Exports::source)
                .collect(toSet());
        String[] otherCore = CORE.stream()
                .filter(core -> !core.equals(module))
                .map(ArchitectureTest::below)
                .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage(below(module))
                .should()
                .dependOnClassesThat(resideInAnyPackage(otherCore)
                        .and(describe(
                                "are in no package that is exported to it",
                                type -> !exported.contains(type.getPackageName()))))
                .check(CLASSES);
    }

    /** What runs or tests users' programs may be let in by name; programs may not. */
    @Test
    void shouldExportToNoProgram() {
        assertThat(descriptors()
                        .flatMap(descriptor -> descriptor.exports().stream())
                        .flatMap(export -> export.targets().stream()))
                .isNotEmpty()
                .doesNotContain(
                        "tutti.examples",
                        "tutti.charts",
                        "tutti.bench",
                        "tutti.jgf",
                        "tutti.nas",
                        "tutti.report",
                        "tutti.metrics");
    }

    @Test
    void shouldFindTheDescriptorOfEachModuleOfTheCore() {
        assertThat(descriptors().map(ModuleDescriptor::name))
                .containsAll(CORE.stream().map(module -> "tutti." + module).toList());
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void shouldHaveNoCycleOfPackages(String module) {
        ArchRule rule = slices().assignedFrom(packagesOf(module)).should().beFreeOfCycles();
        if (EXCEPTIONS.cycles().contains(module)) {
            assertThat(rule.evaluate(CLASSES).hasViolation())
                    .as("the exception \"cycle %s\" is still needed; else delete it", module)
                    .isTrue();
        } else {
            rule.check(CLASSES);
        }
    }

    @Test
    void shouldHaveNoKnotOfManyClasses() {
        Map<String, Set<String>> largest = new TreeMap<>(); // by package
        for (Set<String> knot : new KosarajuStrongConnectivityInspector<>(outermostClasses()).stronglyConnectedSets()) {
            String inPackage = CLASSES.get(knot.iterator().next()).getPackageName();
            largest.merge(
                    inPackage,
                    new TreeSet<>(knot),
                    (one, other) -> Collections.max(List.of(one, other), Comparator.comparingInt(Set::size)));
        }

        assertThat(largest)
                .allSatisfy((inPackage, knot) -> assertThat(knot)
                        .as("classes of %s that all depend on one another", inPackage)
                        .hasSizeLessThanOrEqualTo(EXCEPTIONS.knots().getOrDefault(inPackage, MOST_CLASSES_OF_A_KNOT)));
        assertThat(EXCEPTIONS.knots())
                .allSatisfy((inPackage, size) -> assertThat(largest.getOrDefault(inPackage, Set.of()))
                        .as("the exception \"knot %s %d\" is still needed; else delete it", inPackage, size)
                        .hasSizeGreaterThan(MOST_CLASSES_OF_A_KNOT));
    }

    /** Waits and limits go by {@link System#nanoTime}, which no one sets. */
    @ParameterizedTest
    @FieldSource("CORE")
    void shouldNotUseTheTimeOfDay(String module) {
        NO_TIME_OF_DAY.check(CLASSES.that(resideInAnyPackage(below(module))));
    }

    @Test
    void shouldSeeEachUseOfTheTimeOfDay() {
        JavaClasses user = new ClassFileImporter().importClasses(TimeOfDay.class);

        assertThat(NO_TIME_OF_DAY.evaluate(user).getFailureReport().getDetails())
                .hasSize(5)
                .allMatch(use -> use.contains(TimeOfDay.class.getSimpleName()));
    }

    private static final class TimeOfDay {
        private static final LongSupplier MILLIS = System::currentTimeMillis;
        private static final Date DATE = new Date();
        private static final Date OF_A_NUMBER = new Date(1); // reads no clock
        private static final Instant INSTANT = Instant.now();
        private static final LocalDateTime LOCAL = LocalDateTime.now();
        private static final Clock CLOCK = Clock.systemUTC();

        private TimeOfDay() {}
    }

    private static boolean isTimeOfDay(AccessTarget target) {
        String name = target.getName();
        return TIME_OF_DAY.contains(target.getFullName())
                || (target.getOwner().getPackageName().startsWith("java.time")
                        && (name.equals("now") || name.startsWith("system") || name.startsWith("tick")));
    }

    /** Draws an arrow for each dependency inside a package; a nested class counts as the one that holds it. */
    private static Graph<String, DefaultEdge> outermostClasses() {
        Graph<String, DefaultEdge> graph = new DefaultDirectedGraph<>(DefaultEdge.class);
        for (JavaClass type : CLASSES) {
            graph.addVertex(outermost(type).getName());
        }
        for (JavaClass type : CLASSES) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass from = outermost(type);
                JavaClass to = outermost(dependency.getTargetClass().getBaseComponentType());
                if (!from.equals(to) && from.getPackageName().equals(to.getPackageName())) {
                    graph.addEdge(from.getName(), to.getName());
                }
            }
        }
        return graph;
    }

    private static JavaClass outermost(JavaClass type) {
        JavaClass outermost = type;
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().orElseThrow();
        }
        return outermost;
    }

    private static Stream<ModuleDescriptor> descriptors() {
        try {
            return Collections.list(ArchitectureTest.class.getClassLoader().getResources("module-info.class")).stream()
                    .map(ArchitectureTest::descriptor);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ModuleDescriptor descriptor(URL file) {
        try (InputStream in = file.openStream()) {
            return ModuleDescriptor.read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String below(String module) {
        return "tutti.%s..".formatted(module);
    }

    private static SliceAssignment packagesOf(String module) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return resideInAnyPackage(below(module)).test(type)
                        ? SliceIdentifier.of(type.getPackageName())
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages of tutti." + module;
            }
        };
    }
}
