package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.DividableArray;
import tutti.collectives.DividableDataObject;
import tutti.collectives.DividableList;
import tutti.collectives.Partition;
import tutti.collectives.PerRank;

class DividableObjectsTest {

    static Stream<Arguments> arrays() {
        return Stream.<Object>of(
                        new boolean[] {true, false, true},
                        new byte[] {1, 2, 3, 4, 5},
                        new char[] {'a'},
                        new short[0],
                        new int[] {1, 2, 3, 4, 5, 6, 7},
                        new long[] {1, 2, 3, 4},
                        new float[] {1, 2},
                        new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
                        new String[] {"a", null, "c"},
                        new int[][] {{1}, {2, 3}, {}})
                .map(array -> Arguments.of(array)); // not the elements of an array of objects
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldPutAnArrayTogetherFromItsParts(Object array) {
        for (int members = 1; members <= 5; members++) {
            int length = java.lang.reflect.Array.getLength(array);
            Object copy = java.lang.reflect.Array.newInstance(array.getClass().getComponentType(), length);
            DividableArray<Object> source = DividableArray.of(array);
            DividableArray<Object> target = DividableArray.of(copy);
            for (int rank = 0; rank < members; rank++) {
                Object part = source.elementAt(rank, members);
                assertThat(part).hasSameClassAs(array);
                assertThat(java.lang.reflect.Array.getLength(part))
                        .isEqualTo(new Partition(length, members).size(rank));
                target.setElementAt(rank, members, part);
            }
            assertThat(Arrays.deepEquals(new Object[] {copy}, new Object[] {array}))
                    .isTrue();
            assertThat(target.array()).isSameAs(copy);
        }
    }

    @Test
    void shouldNotHandOutTheArrayItself() {
        int[] array = {1, 2, 3};
        int[] part = DividableArray.of(array).elementAt(0, 1);
        part[0] = 99;

        assertThat(array).containsExactly(1, 2, 3);
    }

    @Test
    void shouldRefuseWhatIsNoArray() {
        assertThatThrownBy(() -> DividableArray.of(List.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not an array")
                .hasMessageContaining("DividableList");
    }

    @Test
    void shouldSayWhatMembersPassThatGiveNothing() {
        assertThatNullPointerException()
                .isThrownBy(() -> DividableArray.of(null))
                .withMessageContaining("the others pass null itself");
        assertThatNullPointerException()
                .isThrownBy(() -> DividableList.of(null))
                .withMessageContaining("the others pass null itself");
    }

    @Test
    void shouldRefuseAPartThatIsNoArray() {
        DividableArray<?> target = DividableArray.of(new int[4]);
        assertThatThrownBy(() -> setAny(target, 7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("part is no int[]: rank=2 gave class=java.lang.Integer; let each member give an array");
    }

    @SuppressWarnings("unchecked") // as a gather of another member's part
    private static <T> void setAny(DividableDataObject<T> target, Object part) {
        target.setElementAt(2, 4, (T) part);
    }

    @Test
    void shouldRefuseAPartThatDoesNotFit() {
        assertThatThrownBy(() -> DividableArray.of(new int[10]).setElementAt(1, 3, new int[4]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rank=1 sent length=4")
                .hasMessageContaining("has 3")
                .hasMessageContaining("PerRank");
        assertThatThrownBy(
                        () -> DividableList.of(new ArrayList<>(List.of(1, 2))).setElementAt(0, 1, List.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rank=0 sent size=1")
                .hasMessageContaining("PerRank");
    }

    @Test
    void shouldPutAListTogetherFromItsParts() {
        List<Integer> list = IntStream.range(0, 11).boxed().toList();
        for (int members = 1; members <= 13; members++) {
            List<Integer> copy = new ArrayList<>(java.util.Collections.nCopies(11, -1));
            DividableList<Integer> target = DividableList.of(copy);
            for (int rank = 0; rank < members; rank++) {
                List<Integer> part = DividableList.of(list).elementAt(rank, members);
                assertThat(part).isInstanceOf(ArrayList.class);
                target.setElementAt(rank, members, part);
            }
            assertThat(copy).isEqualTo(list);
            assertThat(target.list()).isSameAs(copy);
        }
    }

    @Test
    void shouldKeepOneObjectForEachRank() {
        PerRank<@Nullable String> gathered = PerRank.empty();
        assertThat(gathered.list()).isEmpty();
        gathered.setElementAt(2, 4, "two");
        gathered.setElementAt(0, 4, "zero");
        gathered.setElementAt(1, 4, null);

        assertThat(gathered.list()).containsExactly("zero", null, "two", null);
        assertThat(gathered.elementAt(2, 4)).isEqualTo("two");
    }

    @Test
    void shouldTakeACopyOfTheListToScatter() {
        List<@Nullable String> parts = new ArrayList<>(Arrays.asList("a", null));
        PerRank<@Nullable String> scattered = PerRank.of(parts);
        parts.set(0, "changed");

        assertThat(scattered.elementAt(0, 2)).isEqualTo("a");
        assertThat(scattered.elementAt(1, 2)).isNull();
    }

    @Test
    void shouldRefuseToScatterTooFewOrTooMany() {
        for (int members : new int[] {1, 3}) {
            assertThatThrownBy(() -> PerRank.of(List.of("a", "b")).elementAt(0, members))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "objects=2 members=" + members + "; pass as many objects as the group has members");
        }
    }
}
