package tutti.serialization.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class WireOrderTest {

    @Test
    void shouldSwapBytesWhereMemoryHasTheOtherOrder() {
        WireOrder bigEndian = new WireOrder(ByteOrder.BIG_ENDIAN);
        MemorySegment memory = MemorySegment.ofArray(new byte[20]);
        ValueLayout.OfInt layout = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
        byte[] wire = new byte[16];
        int[] values = {0x01020304, -2, 0x7fff0000, 3};
        ByteBuffer.wrap(wire).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().put(values);

        for (int cut = 0; cut <= 16; cut++) { // in two pieces, which need not be whole elements
            memory.fill((byte) 0);
            bigEndian.fromWire(MemorySegment.ofArray(wire), 0, memory, 4, 4, 0, cut);
            bigEndian.fromWire(MemorySegment.ofArray(wire), cut, memory, 4, 4, cut, 16 - cut);
            assertThat(memory.asSlice(4).toArray(layout)).isEqualTo(values);
            byte[] back = new byte[16];
            bigEndian.toWire(memory, 4, 4, 0, MemorySegment.ofArray(back), 0, cut);
            bigEndian.toWire(memory, 4, 4, cut, MemorySegment.ofArray(back), cut, 16 - cut);
            assertThat(back).isEqualTo(wire);
        }
    }
}
