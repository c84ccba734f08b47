package tutti.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test method on each member of a group, in that member's thread.
 *
 * {@snippet :
 * @Members({1, 2, 3, 4, 7, 8}) // six tests, each with a group of another size
 * void shouldAddRanks(ColMember member, ColGroup group, @Rank int rank) {
 *     int sum = member.allReduce(group, rank, Reductions.sum());
 *     assertEquals(group.size() * (group.size() - 1) / 2, sum);
 * }
 * }
 *
 * <p>On a method it stands alone, without {@code @Test}, or beside {@code @ParameterizedTest} or {@code @RepeatedTest},
 * with one number of members; parameters of the test's own come first. On a class it is for all test methods of the
 * class and of its nested ones, which have their usual annotations, and runs the class once for each number of members.
 * A method's own annotation takes precedence over its class', and a class' over its superclass'.
 *
 * <h2>Parameters</h2>
 *
 * <p>By type: {@link tutti.group.ColMember} is the member itself, on which operations are called; {@link
 * tutti.group.ColGroup} is the group of all members; {@link tutti.group.Communicator} is the member's view of this
 * group, with the same operations; an {@code int} with {@link Rank} is the rank. Only test methods can have them.
 *
 * <h2>Life cycle</h2>
 *
 * <p>A test has one instance of its class and one {@code @BeforeEach} and {@code @AfterEach}, around all members,
 * outside their threads. So fields and a parameterised test's arguments are shared by all members of a JVM. Methods of
 * a test factory run as ever, without members, and other extensions that intercept the call of the test method inside
 * of this one are passed over.
 *
 * <h2>Failures</h2>
 *
 * <p>The test fails with the exception of the member that failed first, which is named with its rank and has its own
 * stack trace. Other members' exceptions are suppressed ones of it, except those that only say that another member has
 * failed. All are released: their operations end, and those that are in none are interrupted, 5 seconds later. If the
 * members that do not end well have aborted the test, as by an assumption, it is aborted.
 *
 * <h2>Several JVMs</h2>
 *
 * <p>With {@link #jvms} other than 1 members are spread over so many JVMs, ranks contiguous; the first ones stay in the
 * JVM that runs the tests. The others are its children, with the same class path, options and system properties, and
 * run the same test, with the whole life cycle of its class, through JUnit's launcher; {@code junit-platform-launcher}
 * has to be on the class path, as most tools put it there. What one JVM puts into a field the others do not see.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@TestTemplate
@ClassTemplate
@ExtendWith(MembersExtension.class)
public @interface Members {
    /** The number of members, or several numbers, with each of which the test is run once. */
    int[] value();

    /** The number of JVMs that share the members; where it is greater than the number of members, each has its own. */
    int jvms() default 1;

    /**
     * How long members may take from when all have begun; then the test fails, with what each was doing. The start of
     * the JVMs may take as long, and 2 minutes at least.
     *
     * <p>They are interrupted. One that does not end of that is left behind.
     */
    int timeoutSeconds() default 60;

    /**
     * Further settings of the job as {@code NAME=VALUE}, of those that {@link tutti.group.ColGroupMaster} tells: {@code
     * verify=full}.
     *
     * <p>Those that say which process this is are not for tests to set.
     */
    String[] settings() default {};
}
