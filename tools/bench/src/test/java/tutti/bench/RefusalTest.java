package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Command lines that are refused before anything is started. */
class RefusalTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        latency --members 4                  | latency is between two members: members=4
        message-rate --members 3             | members=3; give an even number
        barrier --members 2 --jvms 3         | members=2 jvms=3
        barrier --transport local --jvms 2   | transport=local jvms=2; correct --transport or --jvms
        barrier --transport local --jvms 2,4 | transport=local jvms=2; correct --transport or --jvms
        barrier --transport grpc --jvms 1    | transport=grpc jvms=1; correct --transport or --jvms
        latency --payload object --sizes 128 | size=128
        allreduce --sizes 4                  | size=4; take multiples of 8
        scan --sizes 4                       | scan adds doubles: size=4; take multiples of 8
        latency-any-source --members 3       | latency-any-source is between two members: members=3
        neighbor-alltoall --members 2        | neighbor-alltoall is between both neighbors on a ring: members=2; give 3 or more
        tasks-by-master --members 1          | tasks-by-master has a member that hands out tasks, and others: members=1
        tasks-by-counter                     | tasks-by-counter is of buffers: payload=array; give --payload direct
        alltoallv                            | alltoallv is of buffers: payload=array; give --payload direct
        sum --payload segment                | sum is of arrays: payload=segment; give --payload direct
        latency-nonblocking --peer socket    | peer=socket cannot run benchmark=latency-nonblocking
        reduce-max --members 4               | reduce-max is of int[]: payload=array; give --payload ints
        barrier latency --payload ints --sizes 6 | size=6; take multiples of 4
        latency --sizes 64kb                 | size=64kb is none
        latency --peer rmi,socket --payload object | peer=socket cannot move payload=object; it moves array, direct
        broadcast --peer rmi                 | peer=rmi cannot run benchmark=broadcast; it runs latency
        barrier --peer aeron                 | peer=aeron cannot run benchmark=barrier; it runs latency, bandwidth
        alltoall --peer pcj                  | peer=pcj cannot run benchmark=alltoall
        latency --transport pigeon           | transport=pigeon is none; choose one of local, shared-memory, grpc, mpi
        latency --transport mpi --jvms 1     | transport=mpi jvms=1; correct --transport or --jvms
        latencies                            | benchmark=latencies is none
        latency --blocks 0                   | blocks=0
        latency --timeout 0                  | timeout=0.0
        latency --load -1                    | load=-1
        latency --cold -1                    | cold=-1
        latency --plot x.gif                 | plot=x.gif
        latency --plot no-such-folder/x.png  | plot=no-such-folder/x.png; make the folder
        latency --bind-to socket             | 'socket'
        latency --threads green              | 'green'
        --format json                        | BENCHMARK
        """)
    void shouldRefuse(String commandLine, String explanation) {
        Bench bench = Bench.run(commandLine);
        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains(explanation).doesNotContain("Exception");
        assertThat(bench.out()).isEmpty();
    }
}
