package tutti.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartitionTest {

    @Test
    void shouldGiveTheElementsThatAreLeftOverToTheLastMembers() {
        Partition partition = new Partition(11, 4);

        assertThat(IntStream.range(0, 4).map(partition::size)).containsExactly(2, 3, 3, 3);
        assertThat(IntStream.rangeClosed(0, 4).map(partition::offset)).containsExactly(0, 2, 5, 8, 11);
    }

    @Test
    void shouldCoverAllElementsWithoutOverlap() {
        for (int elements = 0; elements <= 40; elements++) {
            for (int parts = 1; parts <= 12; parts++) {
                Partition partition = new Partition(elements, parts);
                int next = 0;
                for (int index = 0; index < parts; index++) {
                    assertThat(partition.offset(index)).isEqualTo(next);
                    assertThat(partition.size(index))
                            .isEqualTo(elements / parts + (index >= parts - elements % parts ? 1 : 0));
                    for (int i = 0; i < partition.size(index); i++) {
                        assertThat(partition.owner(next++)).isEqualTo(index);
                    }
                }
                assertThat(next).isEqualTo(elements);
                assertThat(partition.offset(parts)).isEqualTo(elements);
            }
        }
    }

    @Test
    void shouldTakeTheLargestNumbers() {
        Partition partition = new Partition(Integer.MAX_VALUE, 3);

        assertThat(partition.offset(3)).isEqualTo(Integer.MAX_VALUE);
        assertThat(partition.owner(Integer.MAX_VALUE - 1)).isEqualTo(2);
        assertThat(new Partition(0, Integer.MAX_VALUE).size(Integer.MAX_VALUE - 1))
                .isZero();
    }

    @Test
    void shouldRefuseWhatIsOutside() {
        Partition partition = new Partition(10, 3);
        for (int index : new int[] {-1, 3, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> partition.size(index))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageContaining("[0, 3)")
                    .hasMessageContaining("index=" + index);
        }
        assertThatThrownBy(() -> partition.offset(4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> partition.offset(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> partition.owner(10)).hasMessageContaining("element=10");
        assertThatThrownBy(() -> partition.owner(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new Partition(-1, 1)).hasMessageContaining("elements=-1");
        assertThatThrownBy(() -> new Partition(1, 0)).hasMessageContaining("parts=0");
    }

    @Test
    void shouldReturnPartsOfLists() {
        List<String> list = List.of("a", "b", "c", "d", "e");
        Partition partition = new Partition(5, 2);

        assertThat(partition.part(list, 0)).containsExactly("a", "b");
        assertThat(partition.part(list, 1)).containsExactly("c", "d", "e");
        assertThatThrownBy(() -> partition.part(list, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> partition.part(List.of("a"), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("list=1 partition=5");
    }
}
