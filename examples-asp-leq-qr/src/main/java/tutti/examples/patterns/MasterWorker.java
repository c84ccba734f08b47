package tutti.examples.patterns;

import java.util.ArrayList;
import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Master and workers: rank 0 sends each worker a task and collects the answers by rank. */
public final class MasterWorker {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(MasterWorker::work);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String work(Communicator world) {
        if (world.rank() == 0) {
            List<String> words = List.of("level", "tutti", "radar");
            List<String> answers = new ArrayList<>();
            for (int worker = 1; worker < world.size(); worker++) {
                world.sendAsync(words.get((worker - 1) % words.size()), worker);
            }
            for (int worker = 1; worker < world.size(); worker++) {
                answers.add(world.receive(worker));
            }
            return "master: " + answers;
        }
        String word = world.receive(0);
        String reversed = new StringBuilder(word).reverse().toString();
        world.sendAsync(word + (word.equals(reversed) ? " is a palindrome" : " is none"), 0);
        return "worker " + world.rank() + ": " + word;
    }
}
