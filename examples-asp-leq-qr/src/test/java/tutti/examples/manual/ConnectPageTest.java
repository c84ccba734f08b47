package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.group.Port;
import tutti.group.SpawnCommand;

/** The programs of the page "Processes that come later" that connect two jobs. */
class ConnectPageTest {

    private static List<String> ocean(Communicator world, Consumer<String> tell) {
        Port port = world.openPort();
        if (world.rank() == 0) {
            tell.accept(port.name()); // for the other job
        }
        Intercommunicator atmosphere = Intercommunicator.accept(world, port, 0);
        List<String> told = atmosphere.allGather("ocean " + world.rank());
        atmosphere.disconnect();
        return told;
    }

    private static List<String> atmosphere(Communicator world, String name) {
        Intercommunicator ocean = Intercommunicator.connect(world, name, 0);
        List<String> told = ocean.allGather("atmosphere " + world.rank());
        ocean.disconnect();
        return told;
    }

    /** Compiled only: SpawnTest of the groups starts JVMs. */
    static @Nullable List<String> parents(Communicator world) {
        Intercommunicator workers = Intercommunicator.spawn(world, 4, SpawnCommand.java("my.Worker", "input.txt"), 0);
        List<String> results = workers.gatherFrom(0); // at rank 0, else null
        workers.disconnect();
        return results;
    }

    static void worker(ColGroupMaster master, String result) {
        Communicator world = master.communicator("workers", master.processes());
        try {
            Intercommunicator parents = master.parent(world);
            parents.gatherTo(result, 0);
            parents.disconnect();
        } catch (RuntimeException e) {
            world.fail(e); // tells the parents why
            throw e;
        } finally {
            world.done();
        }
    }

    @Test
    void shouldConnect() throws Exception {
        CompletableFuture<String> name = new CompletableFuture<>();
        CompletableFuture<List<String>> told = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try (ColGroupMaster master = new ColGroupMaster()) {
                told.complete(
                        master.run(2, world -> ocean(world, name::complete)).getFirst());
            } catch (RuntimeException | Error e) {
                told.completeExceptionally(e);
                name.completeExceptionally(e);
            }
        });
        try (ColGroupMaster master = new ColGroupMaster()) {
            String port = name.get();
            assertThat(master.run(1, world -> atmosphere(world, port)).getFirst())
                    .containsExactly("ocean 0", "ocean 1");
        }
        assertThat(told.get()).containsExactly("atmosphere 0");
    }
}
