/**
 * Collective algorithms over rank, size, send and receive.
 *
 * <p>A package that only the floor above uses is exported to it alone.
 */
@SuppressWarnings("module") // the floor above is not seen from here
module tutti.collectives {
    requires static transitive org.jspecify;
    requires transitive tutti.messaging;

    exports tutti.collectives;
    exports tutti.collectives.algorithm to
            tutti.group;
    exports tutti.collectives.operation to
            tutti.group;
}
