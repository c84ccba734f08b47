/** The front door: groups, members and the master that creates them; what a program requires. */
@SuppressWarnings({"module", "requires-automatic"}) // Protocol Buffers has a name only
module tutti.group {
    requires static transitive org.jspecify;
    requires transitive tutti.collectives;
    requires com.google.protobuf;
    requires java.management;

    exports tutti.group;
    exports tutti.group.file;
    exports tutti.group.launch to
            tutti.launcher,
            tutti.mpi;

    opens tutti.group.proto to
            com.google.protobuf;

    uses tutti.group.JobProvider;
}
