package tutti.examples.nbody;

/**
 * A cell of the octree as a piece of the curve through all cells of the finest level: so a cell's eight parts, and all
 * cells of a level, are in an order.
 *
 * @param first key of its first finest cell
 * @param level how often the cube was divided
 */
record Octant(long first, int level) {
    /** The finest level: three times as many bits fit into a key. */
    static final int LEVELS = 21;

    /** The whole cube. */
    static final Octant ALL = new Octant(0, 0);

    static final int PARTS = 8;

    /** Returns the key of its last finest cell. */
    long last() {
        return first + ((1L << (3 * (LEVELS - level))) - 1);
    }

    Octant part(int index) {
        return new Octant(first + ((long) index << (3 * (LEVELS - level - 1))), level + 1);
    }

    /** Returns the index of the first body in some sorted ones whose key is this octant's first or greater. */
    int start(Body[] bodies) {
        return firstAbove(bodies, first - 1);
    }

    /** Returns the index of the first body in some sorted ones whose key is greater than this octant's last. */
    int end(Body[] bodies) {
        return firstAbove(bodies, last());
    }

    private static int firstAbove(Body[] bodies, long key) {
        int low = 0;
        int high = bodies.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bodies[middle].key <= key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Moves the low 21 bits of a number three places apart. */
    static long spread(long number) {
        long bits = number & 0x1f_ffffL;
        bits = (bits | (bits << 32)) & 0x001f_0000_0000_ffffL;
        bits = (bits | (bits << 16)) & 0x001f_0000_ff00_00ffL;
        bits = (bits | (bits << 8)) & 0x100f_00f0_0f00_f00fL;
        bits = (bits | (bits << 4)) & 0x10c3_0c30_c30c_30c3L;
        return (bits | (bits << 2)) & 0x1249_2492_4924_9249L;
    }

    /** Undoes {@link #spread}; bits between are ignored. */
    static long gather(long number) {
        long bits = number & 0x1249_2492_4924_9249L;
        bits = (bits | (bits >>> 2)) & 0x10c3_0c30_c30c_30c3L;
        bits = (bits | (bits >>> 4)) & 0x100f_00f0_0f00_f00fL;
        bits = (bits | (bits >>> 8)) & 0x001f_0000_ff00_00ffL;
        bits = (bits | (bits >>> 16)) & 0x001f_0000_0000_ffffL;
        return (bits | (bits >>> 32)) & 0x1f_ffffL;
    }
}
