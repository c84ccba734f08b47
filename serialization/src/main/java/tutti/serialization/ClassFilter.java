package tutti.serialization;

import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.security.Security;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides which classes may pass: known gadget entry points never, others as the user's filter says. */
final class ClassFilter {
    /** A name, or with a dot at the end a package and all below it. */
    private static final List<String> GADGETS = List.of(
            "bsh.",
            "clojure.core.proxy$",
            "clojure.lang.PersistentArrayMap",
            "com.caucho.",
            "com.mchange.v2.c3p0.",
            "com.mchange.v2.ser.",
            "com.rometools.rome.feed.impl.",
            "com.sun.jndi.",
            "com.sun.org.apache.bcel.",
            "com.sun.org.apache.xalan.",
            "com.sun.rowset.",
            "com.vaadin.data.util.",
            "com.zaxxer.hikari.",
            "java.rmi.",
            "java.util.ServiceLoader",
            "java.util.logging.",
            "javax.imageio.",
            "javax.management.",
            "javax.naming.",
            "javax.script.",
            "javax.swing.",
            "jdk.nashorn.",
            "oracle.jdbc.",
            "org.apache.commons.beanutils.",
            "org.apache.commons.collections.functors.",
            "org.apache.commons.collections.keyvalue.TiedMapEntry",
            "org.apache.commons.collections.map.LazyMap",
            "org.apache.commons.collections4.comparators.TransformingComparator",
            "org.apache.commons.collections4.functors.",
            "org.apache.commons.collections4.keyvalue.TiedMapEntry",
            "org.apache.commons.collections4.map.LazyMap",
            "org.apache.commons.fileupload.",
            "org.apache.myfaces.",
            "org.apache.wicket.util.upload.",
            "org.apache.xalan.",
            "org.apache.xbean.naming.",
            "org.codehaus.groovy.runtime.",
            "org.hibernate.",
            "org.jboss.interceptor.",
            "org.jboss.weld.interceptor.",
            "org.mozilla.javascript.",
            "org.python.core.",
            "org.springframework.aop.",
            "org.springframework.beans.factory.",
            "org.springframework.core.SerializableTypeWrapper",
            "org.springframework.transaction.jta.",
            "sun.rmi.",
            "sun.reflect.annotation.",
            "sun.swing.");

    private final @Nullable ObjectInputFilter users;

    ClassFilter(@Nullable String pattern) {
        users = pattern == null
                ? ObjectInputFilter.Config.getSerialFilter()
                : ObjectInputFilter.Config.createFilter(pattern);
    }

    /** Returns the pattern that holds: the given one, or the JVM's own, or null. */
    static @Nullable String patternOf(SerializationSettings settings) {
        String pattern = settings.filter();
        return pattern != null
                ? pattern
                : System.getProperty("jdk.serialFilter", Security.getProperty("jdk.serialFilter"));
    }

    /** Throws if a class may not pass, in either direction. */
    void check(Class<?> type) {
        check(new Seen(type, -1, 0, 0, 0));
    }

    /** Throws if the user's filter has a limit that is passed. */
    void check(FilterInfo info) {
        Class<?> type = info.serialClass();
        if (type != null) {
            checkGadget(element(type));
        }
        if (users != null && users.checkInput(info) == Status.REJECTED) {
            throw refusal(info);
        }
    }

    SerializationException refusal(Class<?> type) {
        return refusal(new Seen(type, -1, 0, 0, 0));
    }

    private static SerializationException refusal(FilterInfo info) {
        Class<?> type = info.serialClass();
        return new SerializationException(
                "refused by the serial filter: class=%s arrayLength=%d depth=%d references=%d bytes=%d; let the filter allow it in every process"
                        .formatted(
                                type == null ? "-" : type.getName(),
                                info.arrayLength(),
                                info.depth(),
                                info.references(),
                                info.streamBytes()));
    }

    boolean allows(Class<?> type) {
        return users == null || users.checkInput(new Seen(type, -1, 0, 0, 0)) != Status.REJECTED;
    }

    /** Returns settings that are as narrow as the pattern's own limits of depth and array length. */
    static SerializationSettings limited(SerializationSettings settings) {
        long maxDepth = settings.maxDepth();
        long maxArrayLength = settings.maxArrayLength();
        String pattern = settings.filter();
        for (String part : pattern == null ? List.<String>of() : List.of(pattern.split(";", -1))) {
            maxDepth = limit(part.strip(), "maxdepth=", maxDepth);
            maxArrayLength = limit(part.strip(), "maxarray=", maxArrayLength);
        }
        return new SerializationSettings(pattern, (int) Math.max(1, maxDepth), maxArrayLength, settings.maxBytes());
    }

    private static long limit(String part, String name, long before) {
        return part.startsWith(name) ? Math.min(before, Long.parseLong(part.substring(name.length()))) : before;
    }

    boolean hasUserRules() {
        return users != null;
    }

    private static void checkGadget(Class<?> type) {
        String name = type.getName();
        for (String gadget : GADGETS) {
            if ((gadget.endsWith(".") || gadget.endsWith("$")) ? name.startsWith(gadget) : name.equals(gadget)) {
                throw new SerializationException(
                        "class is refused, because attacks on deserialization start from it: class=%s; send its content in a class of your own"
                                .formatted(name));
            }
        }
    }

    private static Class<?> element(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.componentType();
        }
        return element;
    }

    /** What has been seen of a message, as filters are told. */
    record Seen(@Nullable Class<?> serialClass, long arrayLength, long depth, long references, long streamBytes)
            implements FilterInfo {}
}
