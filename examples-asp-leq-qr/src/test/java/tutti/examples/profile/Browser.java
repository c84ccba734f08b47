package tutti.examples.profile;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A page in headless Chromium, controlled by the DevTools protocol. */
public final class Browser implements AutoCloseable {
    private static final String PROGRAM = "chromium";

    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/");
    private static final int LIMIT_SECONDS = 180;

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final BlockingQueue<JsonObject> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<JsonObject> events = new LinkedBlockingQueue<>();
    private int commands;

    /** Starts the browser, which keeps what it must in a folder below this one; without it, the test is skipped. */
    public static Browser ifInstalled(Path folder) throws Exception {
        boolean isInstalled = Pattern.compile(":")
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(path -> Files.isExecutable(Path.of(path, PROGRAM)));
        assumeTrue(isInstalled, "Chromium is not installed: apt install chromium");
        return new Browser(Files.createTempDirectory(folder, "browser"));
    }

    private Browser(Path folder) throws Exception {
        process = new ProcessBuilder(
                        PROGRAM,
                        "--headless=new",
                        "--no-sandbox", // tests may run as root
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + folder,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String address = address();
        HttpRequest pages = HttpRequest.newBuilder(URI.create("http://%s/json/list".formatted(address)))
                .build();
        JsonArray list = JsonParser.parseString(
                        http.send(pages, HttpResponse.BodyHandlers.ofString()).body())
                .getAsJsonArray();
        JsonObject page = list.asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(each -> each.get("type").getAsString().equals("page"))
                .findFirst()
                .orElseThrow();
        socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(page.get("webSocketDebuggerUrl").getAsString()), new Listener())
                .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        for (String domain : List.of("Page", "Runtime", "Log")) {
            command(domain + ".enable", Map.of());
        }
    }

    private String address() throws IOException {
        List<String> lines = new ArrayList<>();
        BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
        for (String line = err.readLine(); line != null; line = err.readLine()) {
            lines.add(line);
            Matcher found = LISTENING.matcher(line);
            if (found.find()) {
                Thread.ofVirtual().start(() -> err.lines().forEach(ignored -> {}));
                return found.group(1);
            }
        }
        throw new IOException("browser has ended: " + lines);
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                JsonObject message = JsonParser.parseString(text.toString()).getAsJsonObject();
                text.setLength(0);
                (message.has("id") ? answers : events).add(message);
            }
            from.request(1);
            return null;
        }
    }

    private JsonObject command(String method, Map<String, ?> parameters) throws Exception {
        JsonObject command = new JsonObject();
        command.addProperty("id", ++commands);
        command.addProperty("method", method);
        command.add("params", new Gson().toJsonTree(parameters));
        socket.sendText(command.toString(), true).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        JsonObject answer = answers.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (answer == null || !answer.has("result")) {
            throw new IOException("browser does not do it: %s: %s".formatted(method, answer));
        }
        return answer.getAsJsonObject("result");
    }

    /** Opens a file, and waits until all of it is shown. */
    public void open(Path page, boolean dark, int width) throws Exception {
        command(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        size(width, 800);
        events.clear();
        command("Page.navigate", Map.of("url", page.toUri().toString()));
        for (JsonObject event = event(); !method(event).equals("Page.loadEventFired"); event = event()) {
            if (isComplaint(event)) {
                throw new IOException("page complains: " + event);
            }
        }
        size(width, evaluate("document.documentElement.scrollHeight").getAsInt());
    }

    private JsonObject event() throws Exception {
        JsonObject event = events.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (event == null) {
            throw new IOException("page is not shown");
        }
        return event;
    }

    private void size(int width, int height) throws Exception {
        command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    private static String method(JsonObject event) {
        return event.get("method").getAsString();
    }

    private static boolean isComplaint(JsonObject event) {
        return List.of("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")
                .contains(method(event));
    }

    /** Returns what the page has written to the console since it is shown. */
    List<JsonObject> complaints() {
        return events.stream().filter(Browser::isComplaint).toList();
    }

    /** Returns the value of a JavaScript expression. */
    public JsonElement evaluate(String expression) throws Exception {
        JsonObject result = command("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true))
                .getAsJsonObject("result");
        return result.get("value");
    }

    /** Writes what is shown as a PNG. */
    public void screenshot(Path file) throws Exception {
        String data = command("Page.captureScreenshot", Map.of("format", "png"))
                .get("data")
                .getAsString();
        Files.write(file, Base64.getDecoder().decode(data));
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
        http.shutdownNow();
    }
}
