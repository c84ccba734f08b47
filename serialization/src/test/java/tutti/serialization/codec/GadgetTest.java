package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bsh.Interpreter;
import com.sun.syndication.feed.impl.ObjectBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SealedObject;
import javax.crypto.SecretKey;
import org.apache.commons.beanutils.BeanComparator;
import org.apache.commons.collections.Transformer;
import org.apache.commons.collections.functors.ChainedTransformer;
import org.apache.commons.collections.functors.ConstantTransformer;
import org.apache.commons.collections.functors.InvokerTransformer;
import org.apache.commons.collections.keyvalue.TiedMapEntry;
import org.apache.commons.collections.map.DefaultedMap;
import org.apache.commons.collections.map.LazyMap;
import org.apache.commons.collections4.comparators.TransformingComparator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.serialization.Chunk;
import tutti.serialization.ChunkReader;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.SerializationSettings;
import tutti.serialization.TestBytes;
import tutti.serialization.graph.GraphOutput;

/**
 * Published attacks, with a payload that only counts: Java falls for each, a codec names the class and runs nothing.
 */
@SuppressWarnings({"JdkObsolete", "rawtypes", "unchecked"}) // as the libraries of that time
class GadgetTest {
    private final Codec codec = new ObjectCodec();

    /** What an attack calls. */
    public static final class Payload implements Serializable {
        private static final long serialVersionUID = 1;
        static final AtomicInteger CALLS = new AtomicInteger();

        /** Counts a call that takes this for a bean. */
        public String getName() {
            CALLS.incrementAndGet();
            return "";
        }
    }

    @BeforeEach
    void forget() {
        Payload.CALLS.set(0);
    }

    static Stream<Arguments> chains() throws Exception {
        return Stream.of(
                Arguments.of("collections 3.2.1: HashMap, TiedMapEntry, LazyMap", tiedMapEntry(false), "TiedMapEntry"),
                Arguments.of(
                        "collections 3.2.1: HashSet, TiedMapEntry, DefaultedMap", tiedMapEntry(true), "TiedMapEntry"),
                Arguments.of("collections 3.2.1: Hashtable, LazyMap", hashtable(), "LazyMap"),
                Arguments.of("collections 4.0: PriorityQueue, TransformingComparator", transforming(), "collections4"),
                Arguments.of("beanutils 1.9.2: PriorityQueue, BeanComparator", beanComparator(), "BeanComparator"),
                Arguments.of("rome 1.0: HashMap, ObjectBean", objectBean(), "com.sun.syndication.feed.impl.ObjectBean"),
                Arguments.of("beanshell 2.0b5: PriorityQueue, XThis", beanShell(), "bsh."));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("chains")
    void shouldRefuseAChainBeforeItRuns(String name, Object chain, String refused) throws Exception {
        byte[] bytes = MatrixTest.javaBytes(chain);
        Payload.CALLS.set(0);
        fallFor(bytes);
        assertThat(Payload.CALLS).as("the attack works on Java").hasPositiveValue();
        Payload.CALLS.set(0);

        assertThatThrownBy(() -> codec.decode(javaMessage(bytes)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(refused)
                .hasMessageContaining("send its content in a class of your own");
        assertThatThrownBy(() -> codec.encode(chain))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("attacks on deserialization");
        assertThat(Payload.CALLS).as("calls").hasValue(0);
    }

    private static void fallFor(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.readObject();
        } catch (RuntimeException | IOException e) {
            // many a chain ends with one, after its call
        }
    }

    /** Classes of chains that need more than this, or that Java no longer falls for. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.mchange.v2.c3p0.PoolBackedDataSource",
                "com.mchange.v2.naming.ReferenceIndirector",
                "com.sun.org.apache.bcel.internal.util.ClassLoader",
                "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
                "com.sun.org.apache.xpath.internal.objects.XString",
                "com.sun.rowset.JdbcRowSetImpl",
                "com.sun.syndication.feed.impl.ToStringBean",
                "clojure.inspector.proxy$javax.swing.table.AbstractTableModel$ff19274a",
                "java.rmi.MarshalledObject",
                "javax.management.BadAttributeValueExpException",
                "javax.sql.rowset.BaseRowSet",
                "javax.swing.event.EventListenerList",
                "net.sf.json.JSONObject",
                "org.apache.click.control.Column",
                "org.apache.commons.fileupload.disk.DiskFileItem",
                "org.apache.wicket.util.upload.DiskFileItem",
                "org.aspectj.weaver.tools.cache.SimpleCache",
                "org.codehaus.groovy.runtime.ConvertedClosure",
                "org.codehaus.groovy.runtime.MethodClosure",
                "org.hibernate.engine.spi.TypedValue",
                "org.jboss.interceptor.proxy.InterceptorMethodHandler",
                "org.mozilla.javascript.NativeJavaObject",
                "org.python.core.PyFunction",
                "org.springframework.aop.framework.JdkDynamicAopProxy",
                "org.springframework.beans.factory.support.AutowireUtils",
                "org.springframework.core.SerializableTypeWrapper",
                "sun.reflect.annotation.AnnotationInvocationHandler"
            })
    void shouldRefuseAClassByItsNameAlone(String name) {
        for (String each : List.of(name, "[L" + name + ";", "[[L" + name + ";")) {
            assertThatThrownBy(() -> codec.decode(graphMessage(each)))
                    .as("in a graph")
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("attacks on deserialization")
                    .hasMessageContaining(name);
            assertThatThrownBy(() -> codec.decode(javaMessage(streamNaming(each))))
                    .as("in a Java stream")
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("attacks on deserialization")
                    .hasMessageContaining(name);
        }
    }

    /** Its inner object is read without a filter as soon as something asks for it. */
    @Test
    void shouldRefuseObjectsThatHideAnother() throws Exception {
        SecretKey key = KeyGenerator.getInstance("AES").generateKey();
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key);
        KeyPairGenerator pairs = KeyPairGenerator.getInstance("EC");
        Object signed = new java.security.SignedObject(
                "text", pairs.generateKeyPair().getPrivate(), Signature.getInstance("SHA256withECDSA"));

        for (Object hiding : List.of(new SealedObject("text", cipher), signed)) {
            byte[] bytes = MatrixTest.javaBytes(hiding);
            assertThatThrownBy(() -> codec.encode(hiding))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining(hiding.getClass().getName());
            assertThatThrownBy(() -> codec.decode(javaMessage(bytes)))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining(hiding.getClass().getName());
        }
    }

    /** The name server learns that a table was read, and of which host. */
    @Test
    void shouldAskNoNameServerForAUrlThatIsAKey() throws Exception {
        Map<Object, Object> table = new HashMap<>(Map.of(silent("http://tutti.invalid/"), "x"));
        byte[] bytes = MatrixTest.javaBytes(table);

        assertThatThrownBy(() -> codec.decode(javaMessage(bytes)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=java.net.URL")
                .hasMessageContaining("java.net.URI");
        assertThatThrownBy(() -> codec.encode(table)).hasMessageContaining("java.net.URI");
        Map<URI, String> cure = new HashMap<>(Map.of(URI.create("http://tutti.invalid/"), "x"));
        assertThat(codec.decode(codec.encode(cure))).isEqualTo(cure);
    }

    /** Makes a URL that gets its hash code without asking, as the attacker's does. */
    private static URL silent(String text) throws IOException {
        return URL.of(URI.create(text), new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) {
                throw new UnsupportedOperationException();
            }

            @Override
            protected int hashCode(URL url) {
                return -1; // which stands for one that has not been computed
            }
        });
    }

    /** A class that the user's filter rejects is not even initialized. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldInitializeNoClassThatTheFilterRejects(boolean java, @TempDir Path folder) throws Exception {
        String source = """
            public class Loud implements java.io.Serializable {
                private static final long serialVersionUID = System.setProperty("tutti.loud", "1") == null ? 1 : 1;
            }
            """;
        ClassLoader sender = CompiledClasses.of(folder, "Loud", source);
        Object loud = sender.loadClass("Loud").getDeclaredConstructor().newInstance();
        Encoded encoded = java ? javaMessage(MatrixTest.javaBytes(loud)) : codec.encode(loud);
        System.clearProperty("tutti.loud");
        Codec narrow = new ObjectCodec(SerializationSettings.filteredBy("!Loud;*"));
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(CompiledClasses.of(folder, "Loud", source));
        try {
            assertThatThrownBy(() -> narrow.decode(encoded))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("refused by the serial filter: class=Loud");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(System.getProperty("tutti.loud"))
                .as("set by a static initializer")
                .isNull();
    }

    @Test
    void shouldRefuseSubclassesOfWhatIsRefused() {
        Object table = new Subclass();

        assertThatThrownBy(() -> codec.encode(table))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=org.apache.commons.collections.keyvalue.TiedMapEntry");
    }

    private static final class Subclass extends TiedMapEntry {
        private static final long serialVersionUID = 1;

        Subclass() {
            super(new HashMap<>(), "key");
        }
    }

    private static Object tiedMapEntry(boolean defaulted) throws Exception {
        Transformer chain = new ChainedTransformer(
                new Transformer[] {new ConstantTransformer(new Payload()), new InvokerTransformer("getName", null, null)
                });
        Map lazy = defaulted ? DefaultedMap.decorate(new HashMap(), chain) : LazyMap.decorate(new HashMap(), chain);
        Object key = new TiedMapEntry(new HashMap<>(), "key");
        Map<Object, Object> map = new HashMap<>();
        HashSet<Object> set = new HashSet<>();
        map.put(key, "value");
        set.add(key);
        set(TiedMapEntry.class, key, "map", lazy);
        return defaulted ? set : map;
    }

    private static Object hashtable() throws Exception {
        Transformer harmless = new ChainedTransformer(new Transformer[0]);
        Map one = LazyMap.decorate(new HashMap(Map.of("yy", 1)), harmless);
        Map other = LazyMap.decorate(new HashMap(Map.of("zZ", 1)), harmless); // the same hash code
        Hashtable<Object, Object> table = new Hashtable<>();
        table.put(one, 1);
        table.put(other, 2);
        other.remove("yy");
        set(ChainedTransformer.class, harmless, "iTransformers", new Transformer[] {
            new ConstantTransformer(new Payload()), new InvokerTransformer("getName", null, null)
        });
        return table;
    }

    private static Object transforming() throws Exception {
        var invoker = new org.apache.commons.collections4.functors.InvokerTransformer("toString", null, null);
        PriorityQueue<Object> queue = new PriorityQueue<>(2, (Comparator) new TransformingComparator(invoker));
        queue.add(new Payload());
        queue.add(new Payload());
        set(invoker.getClass(), invoker, "iMethodName", "getName");
        return queue;
    }

    private static Object beanComparator() {
        BeanComparator comparator = new BeanComparator("class", (Comparator & Serializable) (_, _) -> 0);
        PriorityQueue<Object> queue = new PriorityQueue<>(2, comparator);
        queue.add(new Payload());
        queue.add(new Payload());
        comparator.setProperty("name");
        return queue;
    }

    private static Object objectBean() throws Exception {
        ObjectBean inner = new ObjectBean(Payload.class, new Payload());
        ObjectBean key = new ObjectBean(String.class, "");
        Map<Object, Object> map = new HashMap<>();
        map.put(key, "");
        set(
                ObjectBean.class,
                key,
                "_equalsBean",
                new com.sun.syndication.feed.impl.EqualsBean(ObjectBean.class, inner));
        return map;
    }

    private static Object beanShell() throws Exception {
        Interpreter interpreter = new Interpreter();
        interpreter.eval(
                "compare(Object one, Object other) { new tutti.serialization.codec.GadgetTest$Payload().getName();"
                        + " return 1; }");
        bsh.XThis self = (bsh.XThis) interpreter.getNameSpace().getThis(interpreter);
        PriorityQueue<Object> queue = new PriorityQueue<>(2, (Comparator<Object>) self.getInterface(Comparator.class));
        queue.add(new Payload());
        queue.add(new Payload());
        return queue;
    }

    private static void set(Class<?> type, Object object, String name, Object value) throws Exception {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
    }

    private static Encoded javaMessage(byte[] stream) {
        byte[] bytes = TestBytes.concat(new byte[] {32}, stream);
        return Encoded.of(List.of(new Chunk(bytes, 0, bytes.length)));
    }

    /** A graph whose first object is of a class with this name. */
    private Encoded graphMessage(String name) {
        ChunkReader sample = new ChunkReader(codec.encode(new Payload()));
        GraphOutput out = new GraphOutput();
        out.writeByte(sample.read());
        int header;
        do {
            header = sample.read();
            out.writeByte(header);
        } while (header > 0x7f);
        out.writeString(name);
        out.writeVarInt(0, true);
        return out.finish();
    }

    /** A Java stream whose first object is of a class with this name, which need not exist. */
    private static byte[] streamNaming(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (java.io.DataOutputStream out = new java.io.DataOutputStream(bytes)) {
            out.writeShort(java.io.ObjectStreamConstants.STREAM_MAGIC);
            out.writeShort(java.io.ObjectStreamConstants.STREAM_VERSION);
            out.writeByte(
                    name.startsWith("[")
                            ? java.io.ObjectStreamConstants.TC_ARRAY
                            : java.io.ObjectStreamConstants.TC_OBJECT);
            out.writeByte(java.io.ObjectStreamConstants.TC_CLASSDESC);
            out.writeUTF(name);
            out.writeLong(1);
            out.writeByte(java.io.ObjectStreamConstants.SC_SERIALIZABLE);
            out.writeShort(0);
            out.writeByte(java.io.ObjectStreamConstants.TC_ENDBLOCKDATA);
            out.writeByte(java.io.ObjectStreamConstants.TC_NULL);
            out.writeInt(0);
        }
        return bytes.toByteArray();
    }
}
