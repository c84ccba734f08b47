package tutti.serialization.filter;

import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.security.Security;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.serialization.SerializationException;
import tutti.serialization.SerializationSettings;

/** Decides which classes may pass: known gadget entry points never, others as the user's filter says. */
public final class ClassFilter {
    /** A name, or with a dot at the end a package and all below it. */
    private static final List<String> GADGETS = List.of(
            "bsh.",
            "clojure.core.proxy$",
            "clojure.inspector.proxy$",
            "clojure.lang.PersistentArrayMap",
            "com.alibaba.fastjson.",
            "com.alibaba.fastjson2.",
            "com.caucho.",
            "com.fasterxml.jackson.databind.node.POJONode",
            "com.mchange.v2.c3p0.",
            "com.mchange.v2.naming.",
            "com.mchange.v2.ser.",
            "com.rometools.rome.feed.impl.",
            "com.sun.jndi.",
            "com.sun.org.apache.bcel.",
            "com.sun.org.apache.xalan.",
            "com.sun.org.apache.xpath.",
            "com.sun.rowset.",
            "com.sun.syndication.feed.impl.",
            "com.vaadin.data.util.",
            "com.zaxxer.hikari.",
            "java.net.URL",
            "java.rmi.",
            "java.security.SignedObject",
            "java.util.ServiceLoader",
            "java.util.logging.",
            "javax.crypto.SealedObject",
            "javax.imageio.",
            "javax.management.",
            "javax.naming.",
            "javax.script.",
            "javax.sql.rowset.",
            "javax.swing.",
            "jdk.nashorn.",
            "net.sf.json.",
            "oracle.jdbc.",
            "org.apache.batik.swing.",
            "org.apache.click.control.",
            "org.apache.commons.beanutils.",
            "org.apache.commons.collections.comparators.TransformingComparator",
            "org.apache.commons.collections.functors.",
            "org.apache.commons.collections.keyvalue.TiedMapEntry",
            "org.apache.commons.collections.map.DefaultedMap",
            "org.apache.commons.collections.map.LazyMap",
            "org.apache.commons.collections4.comparators.TransformingComparator",
            "org.apache.commons.collections4.functors.",
            "org.apache.commons.collections4.keyvalue.TiedMapEntry",
            "org.apache.commons.collections4.map.DefaultedMap",
            "org.apache.commons.collections4.map.LazyMap",
            "org.apache.commons.dbcp.",
            "org.apache.commons.dbcp2.",
            "org.apache.commons.fileupload.",
            "org.apache.myfaces.",
            "org.apache.tomcat.dbcp.",
            "org.apache.wicket.util.upload.",
            "org.apache.xalan.",
            "org.apache.xbean.naming.",
            "org.apache.xpath.",
            "org.aspectj.weaver.",
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
            "sun.reflect.annotation.",
            "sun.rmi.",
            "sun.swing.");

    private final @Nullable ObjectInputFilter users;
    private final long unaskedReferences;

    /** Makes the filter that a pattern describes, or the JVM's own, which a program may have set. */
    public static ClassFilter of(SerializationSettings settings) {
        String pattern = patternOf(settings);
        return new ClassFilter(
                settings.filter() == null
                        ? ObjectInputFilter.Config.getSerialFilter()
                        : ObjectInputFilter.Config.createFilter(settings.filter()),
                pattern);
    }

    /** Makes a filter of the user's, of which the pattern is known or not. */
    public ClassFilter(@Nullable ObjectInputFilter users, @Nullable String pattern) {
        this.users = users;
        if (users == null) {
            unaskedReferences = Long.MAX_VALUE;
        } else {
            unaskedReferences = pattern == null ? 0 : limit(pattern, "maxrefs=", Long.MAX_VALUE);
        }
    }

    /** Returns after how many references of a message the filter must be asked at each further one. */
    public long unaskedReferences() {
        return unaskedReferences;
    }

    /** Returns the pattern that holds: the given one, or the JVM's own, or null. */
    public static @Nullable String patternOf(SerializationSettings settings) {
        String pattern = settings.filter();
        return pattern != null
                ? pattern
                : System.getProperty("jdk.serialFilter", Security.getProperty("jdk.serialFilter"));
    }

    /** Throws if a class may not pass, in either direction. */
    public void check(Class<?> type) {
        check(new Seen(type, -1, 0, 0, 0));
    }

    /** Throws if the user's filter has a limit that is passed. */
    public void check(FilterInfo info) {
        Class<?> type = info.serialClass();
        if (type != null) {
            for (Class<?> each = element(type); each != null; each = each.getSuperclass()) {
                checkName(each.getName());
            }
        }
        if (users != null && users.checkInput(info) == Status.REJECTED) {
            throw refusal(info);
        }
    }

    public SerializationException refusal(Class<?> type) {
        return refusal(new Seen(type, -1, 0, 0, 0));
    }

    private static SerializationException refusal(FilterInfo info) {
        Class<?> type = info.serialClass();
        return new SerializationException(
                "refused by the serial filter: class=%s arrayLength=%d depth=%d references=%d bytes=%d; let the filter of every process allow it, or so much"
                        .formatted(
                                type == null ? "-" : type.getName(),
                                info.arrayLength(),
                                info.depth(),
                                info.references(),
                                info.streamBytes()));
    }

    public boolean allows(Class<?> type) {
        return users == null || users.checkInput(new Seen(type, -1, 0, 0, 0)) != Status.REJECTED;
    }

    /** Returns settings that are as narrow as the pattern's own limits of depth, array length and bytes. */
    public static SerializationSettings limited(SerializationSettings settings) {
        String pattern = patternOf(settings);
        if (pattern == null) {
            return settings;
        }
        return new SerializationSettings(
                settings.filter(),
                (int) Math.max(1, limit(pattern, "maxdepth=", settings.maxDepth())),
                limit(pattern, "maxarray=", settings.maxArrayLength()),
                Math.max(1, limit(pattern, "maxbytes=", settings.maxBytes())));
    }

    private static long limit(String pattern, String name, long before) {
        long limit = before;
        for (String part : pattern.split(";", -1)) {
            if (part.startsWith(name)) {
                limit = Math.min(limit, Long.parseLong(part.substring(name.length())));
            }
        }
        return limit;
    }

    public boolean hasUserRules() {
        return users != null;
    }

    /** Throws if a class may never pass; before it is loaded, so that nothing of it can run. */
    public static void checkName(String className) {
        String name = elementName(className);
        for (String gadget : GADGETS) {
            if ((gadget.endsWith(".") || gadget.endsWith("$")) ? name.startsWith(gadget) : name.equals(gadget)) {
                throw new SerializationException(
                        "class is refused, because attacks on deserialization start from it: class=%s; send %s"
                                .formatted(
                                        name,
                                        name.equals("java.net.URL")
                                                ? "a java.net.URI, whose hash code asks no name server"
                                                : "its content in a class of your own"));
            }
        }
    }

    /** Returns the name of the class of which an array of arrays consists in the end. */
    private static String elementName(String className) {
        int dimensions = className.lastIndexOf('[') + 1;
        return dimensions > 0 && className.startsWith("L", dimensions) && className.endsWith(";")
                ? className.substring(dimensions + 1, className.length() - 1)
                : className;
    }

    private static Class<?> element(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.componentType();
        }
        return element;
    }

    /** What has been seen of a message, as filters are told. */
    public record Seen(@Nullable Class<?> serialClass, long arrayLength, long depth, long references, long streamBytes)
            implements FilterInfo {}
}
