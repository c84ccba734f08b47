package tutti.examples.patterns;

import static tutti.group.Communicator.ANY_SOURCE;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.Received;

/** A task farm: the worker whose answer arrives gets the next task, so that fast workers do more. */
public final class TaskFarm {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(TaskFarm::farm);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String farm(Communicator world) {
        if (world.size() == 1) {
            return "a farm has a worker: run it with -n 2 or more";
        }
        int tasks = 20;
        if (world.rank() > 0) {
            int task = world.receive(0);
            while (task < tasks) {
                world.sendAsync(task * task, 0);
                task = world.receive(0);
            }
            return "worker " + world.rank() + " is done";
        }
        int next = 0;
        int sum = 0;
        for (int worker = 1; worker < world.size(); worker++) {
            world.sendAsync(next++, worker);
        }
        for (int answered = 0; answered < tasks; answered++) {
            Received<Integer> answer = world.receiveWithStatus(ANY_SOURCE);
            sum += answer.value();
            world.sendAsync(next++, answer.source()); // a number from 20 on says that there is no more
        }
        return "the squares below 20 add up to " + sum;
    }
}
