package tutti.serialization.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTableTest {
    private final IdentityTable table = new IdentityTable();

    /** Sizes around those at which the tables grow, and a few archives. */
    @ParameterizedTest
    @ValueSource(
            ints = {1, 31, 32, 33, 255, 256, 257, 16_383, 16_384, 16_385, 32_768, 32_769, 65_537, 131_073, 300_000})
    void shouldNumberObjectsAsTheyAreMet(int count) {
        for (int round = 0; round < 2; round++) {
            fillAgainstIdentityHashMap(count, new Random(count + round));
            table.clear();
        }
    }

    @Test
    void shouldForgetWhateverTheSizesOfItsGraphs() {
        Random random = new Random(7);
        for (int count : new int[] {200_000, 3, 40_000, 1, 1, 1, 1, 1, 1, 1, 20_000, 100, 90_000, 0, 0, 0, 17_000}) {
            fillAgainstIdentityHashMap(count, random);
            table.clear();
            assertEquals(0, table.size());
        }
    }

    @Test
    void shouldTellEqualObjectsApart() {
        List<List<String>> equal = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            equal.add(List.of("equal"));
        }
        for (int i = 0; i < equal.size(); i++) {
            assertEquals(i, table.add(equal.get(i)));
        }
        for (int i = 0; i < equal.size(); i++) {
            assertEquals(~i, table.add(equal.get(i)));
        }
    }

    /** Of three objects met, one is new, one was met lately, and one at any time. */
    private void fillAgainstIdentityHashMap(int count, Random random) {
        IdentityHashMap<Object, Integer> expected = new IdentityHashMap<>();
        List<Object> met = new ArrayList<>();
        while (met.size() < count) {
            Object added = new Object();
            expected.put(added, met.size());
            assertEquals(met.size(), table.add(added));
            met.add(added);
            Object lately = met.get(met.size() - 1 - random.nextInt(Math.min(met.size(), 100)));
            Object anyTime = met.get(random.nextInt(met.size()));
            assertEquals(~expected.get(lately), table.add(lately));
            assertEquals(~expected.get(anyTime), table.add(anyTime));
        }
        for (int number = 0; number < count; number++) {
            assertEquals(~number, table.add(met.get(number)));
        }
        assertEquals(count, table.size());
    }
}
