package tutti.examples.engines;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.GroupException;
import tutti.group.Intercommunicator;
import tutti.group.SpawnCommand;

/**
 * Two members that start a child on each of some hosts. Their arguments: what the children do, a folder, the ssh
 * command, hosts separated by commas.
 */
final class Spawning {
    /** Children meet their parents, and then outlive them until the folder has the file {@code go}. */
    static final String MEET = "meet";
    /** Children never connect. */
    static final String HANG = "hang";

    private Spawning() {}

    public static void main(String[] args) throws Exception {
        String[] own = ColGroupMaster.programArguments(args);
        long pid = ProcessHandle.current().pid();
        if (own.length == 2 && own[0].equals(HANG)) {
            System.out.printf("child pid=%d at work%n", pid);
            Thread.sleep(Long.MAX_VALUE);
        }
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            if (master.isSpawned()) {
                meetParents(master);
                Path folder = Path.of(own[1]);
                while (Files.notExists(folder.resolve("go"))) {
                    TimeUnit.MILLISECONDS.sleep(50);
                }
                System.out.println("no one reads this");
                Files.writeString(folder.resolve("alone-" + address()), "yes");
                return;
            }
            System.out.printf("process=%d pid=%d%n", master.process(), pid);
            master.run(2, world -> {
                spawn(world, own);
                return null;
            });
        }
    }

    private static void spawn(Communicator world, String[] own) {
        List<SpawnCommand> commands = Arrays.stream(own[3].split(","))
                .map(host -> SpawnCommand.java(Spawning.class.getName(), own[0], own[1])
                        .onHost(host, own[2].split(" ")))
                .toList();
        try {
            Intercommunicator children = Intercommunicator.spawn(world, commands, 0);
            children.<Integer>allReduce(1 + world.rank(), Reductions.<Integer>sum());
            List<String> told = children.gatherFrom(0);
            if (told != null) {
                System.out.println("children: " + told);
            }
            children.disconnect();
        } catch (GroupException e) {
            int members = world.allReduce(1, Reductions.<Integer>sum());
            System.out.printf("rank=%d of %d: %s: %s%n", world.rank(), members, e.reason(), e.getMessage());
        }
    }

    private static void meetParents(ColGroupMaster master) throws IOException {
        Communicator world = master.communicator("children", master.processes());
        try {
            Intercommunicator parents = master.parent(world);
            int sum = parents.allReduce(10, Reductions.<Integer>sum());
            parents.gatherTo(address() + " got " + sum, 0);
            parents.disconnect();
        } finally {
            world.done();
        }
    }

    private static String address() throws IOException {
        return NetworkInterface.getByName("eth0")
                .inetAddresses()
                .map(each -> each.getHostAddress())
                .filter(text -> text.contains("."))
                .findFirst()
                .orElseThrow();
    }
}
