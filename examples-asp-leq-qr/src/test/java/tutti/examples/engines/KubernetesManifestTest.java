package tutti.examples.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The manifest in the documentation is what Kubernetes' API takes, and its parts fit together. */
class KubernetesManifestTest {
    private static final Path MANIFEST = Path.of("../docs/kubernetes/asp.yaml");

    @Test
    void shouldFollowTheSchemaOfTheApi() throws Exception {
        for (JsonObject each : read(Files.readString(MANIFEST))) {
            validate(each);
        }
    }

    @Test
    void shouldNoticeWhatTheApiDoesNotTake() throws Exception {
        String manifest = Files.readString(MANIFEST);

        for (String wrong : List.of(
                manifest.replace("completions:", "completion:"),
                manifest.replace("subdomain:", "subDomain:"),
                manifest.replace("secretKeyRef:", "secretRef:"))) {
            assertThat(wrong).isNotEqualTo(manifest);
            assertThatThrownBy(() -> validate(only("Job", wrong)))
                    .hasRootCauseInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldNameTheSameServiceAndSizeEverywhere() throws Exception {
        String manifest = Files.readString(MANIFEST);
        JsonObject service = only("Service", manifest);
        JsonObject job = only("Job", manifest);
        JsonObject spec = job.getAsJsonObject("spec");
        JsonObject pod = spec.getAsJsonObject("template").getAsJsonObject("spec");
        Map<String, String> environment = environment(pod);
        String serviceName = name(service);

        assertThat(spec.get("completionMode").getAsString()).isEqualTo("Indexed");
        assertThat(environment)
                .containsEntry("TUTTI_SIZE", spec.get("completions").getAsString());
        assertThat(spec.get("parallelism")).isEqualTo(spec.get("completions"));
        assertThat(environment).containsEntry("TUTTI_SERVICE", serviceName);
        assertThat(pod.get("subdomain").getAsString()).isEqualTo(serviceName);
        assertThat(service.getAsJsonObject("spec").get("clusterIP").getAsString())
                .isEqualTo("None");
        assertThat(service.getAsJsonObject("spec")
                        .getAsJsonObject("selector")
                        .get("job-name")
                        .getAsString())
                .isEqualTo(name(job));
        assertThat(environment).containsEntry("TUTTI_SECRET", "asp-secret"); // beforehand, as the comment says
        assertThat(manifest).contains("kubectl create secret generic asp-secret --from-literal=secret=");
    }

    private static Map<String, String> environment(JsonObject pod) {
        Map<String, String> environment = new HashMap<>();
        pod.getAsJsonArray("containers")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("env")
                .forEach(each -> environment.put(
                        each.getAsJsonObject().get("name").getAsString(), value(each.getAsJsonObject())));
        return environment;
    }

    /** Returns a variable's value, or the name of the Secret that has it. */
    private static String value(JsonObject variable) {
        JsonObject from = variable.getAsJsonObject("valueFrom");
        return from == null
                ? variable.get("value").getAsString()
                : from.getAsJsonObject("secretKeyRef").get("name").getAsString();
    }

    private static String name(JsonObject object) {
        return object.getAsJsonObject("metadata").get("name").getAsString();
    }

    private static JsonObject only(String kind, String manifest) {
        return read(manifest).stream()
                .filter(each -> each.get("kind").getAsString().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonObject> read(String manifest) {
        List<JsonObject> objects = new ArrayList<>();
        new Yaml(new SafeConstructor(new LoaderOptions()))
                .loadAll(manifest)
                .forEach(each -> objects.add(new Gson().toJsonTree(each).getAsJsonObject()));
        return objects;
    }

    /** Asks the official client's model, which is generated from the schema: unknown and missing fields are errors. */
    private static void validate(JsonObject object) throws ReflectiveOperationException, IOException {
        // By name: its annotations, which only documentation needs, are not on the class path, and javac would
        // complain.
        Class.forName("io.kubernetes.client.openapi.models.V1"
                        + object.get("kind").getAsString())
                .getMethod("validateJsonElement", JsonElement.class)
                .invoke(null, object);
    }
}
