package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.mpi.BeginnersMistake;
import tutti.mpi.StartedJvm;

/** Mistakes of the first hours, in real jobs: what is printed names the call, the rank, the line and the cure. */
class BeginnerTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        no-init | -n1           | 1 | ERR_OTHER: MPI: MPI is not initialised; call MPI.Init first | callWithoutInit
        object  | -n2 --isolate | 1 | ERR_ARG: Send rank=1; object is not serializable: java.io.NotSerializableException: java.lang.Object; let its class implement java.io.Serializable | sendWhatIsNotSerializable
        """)
    void shouldSayWhatIsWrong(String mistake, String options, int exitCode, String words, String method)
            throws Exception {
        new BeginnersMistake(mistake, method).assertIsTold(options, exitCode, words);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        far        | -n2           | 1 | ERR_RANK: Send rank=1 size=2 comm=MPI.COMM_WORLD: destination must lie in [0, 2): destination=2 | sendToNobody
        type       | -n2           | 1 | ERR_TYPE: Send rank=1; buffer of int, datatype of double; pass the type of the buffer | sendAnotherType
        truncate   | -n2           | 1 | ERR_TRUNCATE: Recv rank=1; sent=byte[12]; expected=at most byte[8]; at least as long as the message | receiveTooMuch
        short      | -n2           | 1 | ERR_BUFFER: Recv rank=1; buffer is too small: it has bytes [0, 8), 5 items | receiveInTooShortABuffer
        pool       | -n2 --isolate | 1 | thread belongs to no rank: thread=ForkJoinPool; or run each rank in a JVM of its own | callFromACommonPool
        init-again | -n2           | 1 | ERR_OTHER: MPI.Init: MPI has been initialised: rank=1; call Init once | initialiseAgain
        deadlock   | -n2           | 1 | deadlock: group=mpi-world ranks=[0, 1]; in a receive from rank= | receiveFirst
        other-root | -n2 --isolate | 0 | ERR_OTHER: Reduce rank=; calls do not match; let all members call the same | reduceAtAnotherRoot
        """)
    void shouldSayWhatElseIsWrong(String mistake, String options, int exitCode, String words, String method)
            throws Exception {
        new BeginnersMistake(mistake, method).assertIsTold(options, exitCode, words);
    }

    /** A program that forgets Finalize has ended well if no rank needs another. */
    @Test
    void shouldEndWithoutFinalize() throws Exception {
        StartedJvm ended = StartedJvm.launch(List.of("-n2", "--isolate"), "programs.Beginner", "no-finalize");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
    }
}
