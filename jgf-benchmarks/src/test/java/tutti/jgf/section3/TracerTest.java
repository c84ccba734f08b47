package tutti.jgf.section3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class TracerTest {
    private static final Vector EYE = new Vector(0, 0, -10);
    private static final Vector AHEAD = new Vector(0, 0, 1);

    @Test
    void shouldSeeNothingBesideASphere() {
        assertThat(tracer(EYE).color(EYE, new Vector(0, 1, 0))).isEqualTo(new Vector(0, 0, 0));
    }

    @Test
    void shouldSeeASphereLitFromTheEye() {
        Vector color = tracer(EYE).color(EYE, AHEAD);
        assertThat(color.x()).isCloseTo(1, within(1e-9)); // the lamp's reflex
        assertThat(color.y()).isCloseTo(1, within(1e-9));
        assertThat(color.z()).isCloseTo(1.5, within(1e-9)); // and the sphere's own blue
    }

    @Test
    void shouldSeeNoLightOnASphereInAnothersShadow() {
        Scene scene = new Scene(
                List.of(new Scene.Sphere(new Vector(0, 0, 0), 0.5), new Scene.Sphere(new Vector(0, 20, 0), 0.5)),
                List.of(new Vector(0, 100, 0)));
        Tracer tracer = new Tracer(scene);
        Vector above = new Vector(0, 10, 0);
        assertThat(tracer.color(above, new Vector(0, -1, 0)).z()).isLessThan(1e-9);
        assertThat(new Tracer(new Scene(scene.spheres().subList(0, 1), scene.lamps()))
                        .color(above, new Vector(0, -1, 0))
                        .z())
                .isCloseTo(1.5, within(1e-9));
    }

    @Test
    void shouldPutSpheresInACube() {
        Scene scene = Scene.cube();
        assertThat(scene.spheres()).hasSize(64).doesNotHaveDuplicates();
        assertThat(scene.spheres().getFirst()).isEqualTo(new Scene.Sphere(new Vector(-10, -10, -10), 0));
        assertThat(scene.spheres().getLast().blue()).isEqualTo(1);
        assertThat(scene.lamps()).hasSize(5);
    }

    @Test
    void shouldLookAheadInTheMiddleOfThePicture() {
        Vector middle = new Camera(100).direction(50, 50);
        Vector eye = new Camera(100).eye();
        assertThat(middle.times(eye.length()).plus(eye).length()).isCloseTo(0, within(1e-9));
    }

    private static Tracer tracer(Vector lamp) {
        return new Tracer(new Scene(List.of(new Scene.Sphere(new Vector(0, 0, 0), 0.5)), List.of(lamp)));
    }
}
