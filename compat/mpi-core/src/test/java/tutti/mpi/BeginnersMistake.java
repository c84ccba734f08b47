package tutti.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/**
 * A mistake that the program {@code programs.Beginner} makes in a real job.
 *
 * @param name the program's argument
 * @param method of the program that makes it
 */
public record BeginnersMistake(String name, String method) {

    /**
     * What the job prints names the line of the program, and says what is wrong.
     *
     * @param exitCode of the job; 0 where ranks that fail together decide on any other
     */
    public void assertIsTold(String options, int exitCode, String words) throws Exception {
        StartedJvm ended = StartedJvm.launch(List.of(options.split(" ")), "programs.Beginner", name);

        assertThat(ended.output())
                .contains(words.split("; "))
                .contains("programs.Beginner." + method + "(Beginner.java:")
                .contains("tutti: the job failed: process=")
                .doesNotContain("at mpi.", "at tutti.");
        assertThat(ended.exitCode()).as(ended.output()).isNotZero();
        assertThat(exitCode == 0 || ended.exitCode() == exitCode)
                .as("exit code %d: %s", ended.exitCode(), ended.output())
                .isTrue();
    }
}
