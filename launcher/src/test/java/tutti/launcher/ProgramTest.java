package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    private final List<String> notes = new ArrayList<>();

    @TempDir
    private Path folder;

    private Program find(String name, ClassPath users, ClassPath examples) throws IOException {
        return Program.find(name, users, examples, notes::add);
    }

    @Test
    void shouldFindProgramByShortName() throws Exception {
        ClassPath examples =
                ClassPath.parse(List.of(jar("examples.jar", "asp = some.Asp\nleq = some.Leq", "some.Leq")));
        Program program = find("leq", new ClassPath(List.of()), examples);
        assertThat(program.mainClass()).isEqualTo("some.Leq");
        assertThat(program.classPath()).isEqualTo(examples);
    }

    @Test
    void shouldPreferTheUsersPrograms() throws Exception {
        ClassPath examples = ClassPath.parse(List.of(jar("examples.jar", "asp = some.Asp", "some.Asp")));
        ClassPath users = ClassPath.parse(List.of(jar("users.jar", "asp = my.Asp", "my.Asp")));
        assertThat(find("asp", users, examples)).isEqualTo(new Program("my.Asp", users));
    }

    @Test
    void shouldPutTheUsersClassesBeforeTheExamples() throws Exception {
        ClassPath examples = ClassPath.parse(List.of(jar("examples.jar", "asp = some.Asp", "some.Asp")));
        ClassPath users = ClassPath.parse(List.of(jar("users.jar", "", "my.Main")));
        assertThat(find("asp", users, examples).classPath()).isEqualTo(users.and(examples));
        assertThat(find("my.Main", users, examples).classPath()).isEqualTo(users);
    }

    @Test
    void shouldSayThatAnExampleIsNotTheUsersClassOfThatName() throws Exception {
        ClassPath examples = ClassPath.parse(List.of(jar("examples.jar", "asp = some.Asp", "some.Asp")));
        ClassPath users = ClassPath.parse(List.of(jar("users.jar", "", "my.Asp", "my.Main")));
        assertThat(find("asp", users, examples).mainClass()).isEqualTo("some.Asp");
        assertThat(notes).containsExactly("asp is the example some.Asp; your class has another name: my.Asp");
        notes.clear();
        find("my.Asp", users, examples);
        find("asp", ClassPath.parse(List.of(jar("others.jar", "", "my.Main"))), examples);
        assertThat(notes).isEmpty();
    }

    @Test
    void shouldNameThePrograms() throws Exception {
        ClassPath examples = ClassPath.parse(List.of(jar("examples.jar", "leq = some.Leq\nasp = some.Asp")));
        assertThatThrownBy(() -> find("sorting", new ClassPath(List.of()), examples))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("name=sorting")
                .hasMessageContaining("programs=asp,leq");
        assertThatThrownBy(() -> find("apsp", new ClassPath(List.of()), examples))
                .hasMessageEndingWith("; did you mean 'asp'?")
                .hasMessageNotContaining("programs=");
        assertThatThrownBy(() -> find("pom.xml", new ClassPath(List.of()), examples))
                .hasMessageStartingWith("a file in place of a program: name=pom.xml");
    }

    @Test
    void shouldSuggestTheNearestProgram() throws Exception {
        ClassPath examples = ClassPath.parse(List.of(jar("examples.jar", "leq = some.Leq\nwords = some.Words")));
        assertThatThrownBy(() -> find("wrods", new ClassPath(List.of()), examples))
                .hasMessageEndingWith("; did you mean 'words'?");
        ClassPath twoAsNear = ClassPath.parse(List.of(jar("near.jar", "halo = some.Halo\nhello = some.Hello")));
        assertThatThrownBy(() -> find("helo", new ClassPath(List.of()), twoAsNear))
                .hasMessageEndingWith("; did you mean 'halo' or 'hello'?");
        assertThatThrownBy(() -> find("my.Main", new ClassPath(List.of()), examples))
                .hasMessageEndingWith("--class-path target/classes");
    }

    @Test
    void shouldSuggestClassesOfTheSameSimpleName() throws Exception {
        ClassPath users = ClassPath.parse(List.of(jar("users.jar", "", "my.Main", "my.deep.Main", "my.Domain")));
        ClassPath examples = new ClassPath(List.of());
        for (String name : List.of("Main", "your.Main", "MAIN")) {
            assertThatThrownBy(() -> find(name, users, examples))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith("no such class: class=" + name)
                    .hasMessageEndingWith("; did you mean 'my.Main' or 'my.deep.Main'?");
        }
        assertThatThrownBy(() -> find("domain", users, examples)).hasMessageEndingWith("; did you mean 'my.Domain'?");
        assertThatThrownBy(() -> find("my.Doman", users, examples))
                .hasMessageStartingWith("no such class: class=my.Doman")
                .hasMessageEndingWith("; did you mean 'my.Domain'?");
        assertThatThrownBy(() -> find("my.Other", users, examples)).hasMessageEndingWith("--class-path");
    }

    @Test
    void shouldSayWhatToGiveForAClass() throws Exception {
        ClassPath examples = ClassPath.parse(List.of(jar("examples.jar", "hello = some.Hello\nleq = some.Leq")));
        assertThatThrownBy(() -> find("Hello", new ClassPath(List.of()), examples))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "no program and no class of that name: name=Hello class-path=none; give the folder or jar of"
                                + " your class, as in --class-path target/classes; did you mean 'hello'?");
        Path empty = Files.createDirectory(folder.resolve("classes"));
        ClassPath users = ClassPath.parse(List.of(empty.toString()));
        assertThatThrownBy(() -> find("Hello", users, examples))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("the class path has no classes: class=Hello class-path=" + empty + " in=/")
                .hasMessageEndingWith("; compile your program first, or correct --class-path");
        assertThatThrownBy(() -> ClassPath.parse(List.of(empty + "-2")))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("no such class path entry: entry=" + empty + "-2")
                .hasMessageEndingWith("; compile your program first, or correct --class-path");
    }

    @Test
    void shouldNameADamagedJar() throws Exception {
        Path whole = Path.of(jar("whole.jar", "asp = some.Asp"));
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.jar"), Arrays.copyOf(bytes, bytes.length / 2));
        for (String entry : List.of(cut.toString(), folder + File.separator + "*")) {
            assertThatThrownBy(() -> ClassPath.parse(List.of(entry)))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("cannot be read as a jar: entry=" + cut);
        }
    }

    @Test
    void shouldExpandWildcards() throws Exception {
        String a = jar("a.jar", "");
        String b = jar("b.jar", "");
        Files.createFile(folder.resolve("c.txt"));
        ClassPath classPath = ClassPath.parse(List.of(folder + File.separator + "*" + File.pathSeparator + folder));
        assertThat(classPath.entries()).containsExactly(Path.of(a), Path.of(b), folder);
    }

    @Test
    void shouldRefuseWildcardWithoutJars() {
        assertThatThrownBy(() -> ClassPath.parse(List.of(folder + File.separator + "*")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("no jars there");
    }

    @Test
    void shouldTakeEachJarOnce() throws Exception {
        ClassPath first = ClassPath.parse(List.of(jar("a.jar", ""), folder.toString()));
        ClassPath second = new ClassPath(List.of(Path.of("elsewhere", "a.jar"), Path.of("elsewhere", "b.jar"), folder));
        assertThat(first.and(second).entries())
                .containsExactly(first.entries().get(0), folder, Path.of("elsewhere", "b.jar"), folder);
    }

    private String jar(String name, String programs, String... classes) throws Exception {
        Path jar = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new JarEntry(Program.NAMES));
            entries.write(programs.getBytes(StandardCharsets.UTF_8));
            for (String type : classes) {
                entries.putNextEntry(new JarEntry(type.replace('.', '/') + ".class"));
            }
        }
        return jar.toString();
    }
}
