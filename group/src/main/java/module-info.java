/** The front door: groups, members and the master that creates them; what a program requires. */
@SuppressWarnings("requires-automatic") // Protocol Buffers has a name only
module tutti.group {
    requires static transitive org.jspecify;
    requires transitive tutti.collectives;
    requires com.google.protobuf;

    exports tutti.group;

    opens tutti.group.proto to
            com.google.protobuf;

    uses tutti.group.JobProvider;
}
