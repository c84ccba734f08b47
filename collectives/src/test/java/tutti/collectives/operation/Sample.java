package tutti.collectives.operation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Kinds of values to send; each value shows which member made it, and for which call. */
enum Sample {
    NULL {
        @Override
        @Nullable
        Object of(int rank, int call) {
            return null;
        }
    },
    TEXT {
        @Override
        Object of(int rank, int call) {
            return rank + "/" + call;
        }
    },
    EMPTY {
        @Override
        Object of(int rank, int call) {
            return new double[0];
        }
    },
    ARRAY {
        @Override
        Object of(int rank, int call) {
            return new int[] {rank, call, rank * call};
        }
    },
    GRAPH {
        @Override
        Object of(int rank, int call) {
            Map<String, Object> map = new TreeMap<>();
            map.put("rank", rank);
            map.put("list", new ArrayList<>(List.of(rank, call, "text")));
            return new ArrayList<Object>(List.of(map, "end"));
        }
    },
    MEBIBYTE {
        @Override
        Object of(int rank, int call) {
            int[] array = new int[1 << 18];
            Arrays.setAll(array, i -> i * (rank + 3) + call);
            return array;
        }
    };

    abstract @Nullable Object of(int rank, int call);
}
