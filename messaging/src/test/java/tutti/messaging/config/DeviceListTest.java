package tutti.messaging.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceListTest {
    @Test
    void shouldNameDevicesInTheirOrder() {
        assertThat(DeviceList.of(DeviceList.textOf("MPI, other ,grpc", false)).names())
                .containsExactly("mpi", "other", "grpc");
        assertThat(DeviceList.of(DeviceList.textOf("mpi", true)).isChoice()).isFalse();
    }

    @Test
    void shouldTakeTheDeviceOfTheLauncherByItself() {
        assertThat(DeviceList.of(DeviceList.textOf("auto", true)).names()).containsExactly("mpi");
        assertThat(DeviceList.of(DeviceList.textOf("auto", false)).names()).containsExactly("grpc");
        assertThat(DeviceList.of(DeviceList.textOf("auto,grpc", true)).names()).containsExactly("mpi", "grpc");
        assertThat(DeviceList.of(DeviceList.textOf("auto,grpc", false)).names()).containsExactly("grpc");
        assertThat(DeviceList.of(DeviceList.textOf("auto,mpi", false)).names())
                .as("nothing follows grpc")
                .containsExactly("grpc");
        assertThat(DeviceList.of(DeviceList.textOf("auto,mpi", true)).names()).containsExactly("mpi");
    }

    /** Otherwise a process without the setting would not be noticed. */
    @Test
    void shouldDifferFromTheDeviceThatAutoStandsFor() {
        assertThat(DeviceList.textOf("auto", false)).isNotEqualTo(DeviceList.textOf("grpc", false));
        assertThat(DeviceList.textOf("auto", true)).isNotEqualTo(DeviceList.textOf("mpi", true));
    }

    /** A process that comes later has no launcher of MPI, also where the others have. */
    @ParameterizedTest
    @ValueSource(strings = {"auto,grpc", "auto,other,grpc"})
    void shouldBeTheSameForThoseWhoComeLater(String setting) {
        String byMpi = DeviceList.ofLarger(DeviceList.textOf(setting, true));

        assertThat(byMpi).isEqualTo(DeviceList.ofLarger(DeviceList.textOf(setting, false)));
        assertThat(DeviceList.of(byMpi).names()).containsExactly("grpc");
    }

    /** Nothing is replaced that the setting does not allow to replace. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "mpi", "mpi,grpc", "auto,other", "grpc"})
    void shouldStayForThoseWhoComeLater(String setting) {
        String text = DeviceList.textOf(setting, true);

        assertThat(DeviceList.ofLarger(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        mpi,          | a name is empty
        ''            | a name is empty
        mpi,mpi       | a name comes twice
        grpc,mpi      | every process has grpc, so nothing can follow it
        mpi,auto      | auto must be the first
        auto:mpi      | a name has other characters than a to z, 0 to 9, _ and -
        """)
    void shouldRefuse(String setting, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DeviceList.textOf(setting, false))
                .withMessage("must be a device, or several with commas between them, the best first, such as mpi,grpc:"
                        + " got=%s: %s".formatted(setting, why));
    }
}
