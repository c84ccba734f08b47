package tutti.serialization.codec;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Classes of every kind that Java serialization treats in its own way. */
@SuppressWarnings({"HidingField", "ReferenceEquality", "serial", "unused", "ClassCanBeStatic", "FieldCanBeFinal"})
final class MatrixCases {
    private MatrixCases() {}

    record Point(int x, double y, String name) implements Serializable {}

    record Holder(Object content) implements Serializable {}

    record Checked(int positive) implements Serializable {
        Checked {
            if (positive < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    record Replaced(int value) implements Serializable {
        @Serial
        private Object writeReplace() {
            return "replaced " + value;
        }
    }

    enum Plain {
        A,
        B
    }

    enum WithBodies {
        PLUS {
            @Override
            int apply(int a) {
                return a + 1;
            }
        },
        MINUS {
            @Override
            int apply(int a) {
                return a - 1;
            }
        };

        abstract int apply(int a);
    }

    interface SerializableFunction<A, B> extends Function<A, B>, Serializable {}

    interface SerializableComparator<A> extends Comparator<A>, Serializable {}

    /** Every primitive field, and a final and a transient one. */
    static class Fields implements Serializable {
        boolean flag = true;
        byte octet = 2;
        char letter = 'c';
        short small = 4;
        int number = 5;
        long large = 6;
        float single = 7.5f;
        double precise = 8.5;
        final int fixed;
        final String text;
        transient int cache = 9;
        transient Object lock = new Object();
        static int shared = 10;
        Object any = new int[] {1, 2};

        Fields(int fixed) {
            this.fixed = fixed;
            this.text = "text " + fixed;
        }
    }

    static class MoreFields extends Fields {
        private final String text = "hides";

        MoreFields() {
            super(3);
        }
    }

    static class NotSerializableBase {
        int base = 1;
        final String made;

        NotSerializableBase() {
            made = "by constructor";
        }
    }

    static class OnNotSerializable extends NotSerializableBase implements Serializable {
        int own = 2;
    }

    static class NoDefaultConstructorBase {
        NoDefaultConstructorBase(int i) {}
    }

    static class OnNoDefaultConstructor extends NoDefaultConstructorBase implements Serializable {
        OnNoDefaultConstructor() {
            super(1);
        }
    }

    static class Node implements Serializable {
        String name;
        Node next;
        List<Node> others = new ArrayList<>();

        Node(String name) {
            this.name = name;
        }
    }

    static class Tree implements Serializable {
        Tree left;
        Tree right;
    }

    static class Hooked implements Serializable {
        private transient int[] content = {1, 2, 3};
        int reads;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(content.length);
            for (int each : content) {
                out.writeInt(each);
            }
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            content = new int[in.readInt()];
            for (int i = 0; i < content.length; i++) {
                content[i] = in.readInt();
            }
            reads++;
        }
    }

    static class OnHooked extends Hooked {
        String more = "more";
    }

    static class Validated implements Serializable {
        int value = 1;

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            if (value < 0) {
                throw new InvalidObjectException("negative");
            }
        }
    }

    static final class Singleton implements Serializable {
        static final Singleton INSTANCE = new Singleton();

        @Serial
        private Object readResolve() {
            return INSTANCE;
        }
    }

    static class Proxied implements Serializable {
        transient String value = "proxied";

        @Serial
        private Object writeReplace() {
            return new Form(value);
        }

        private record Form(String text) implements Serializable {
            @Serial
            private Object readResolve() {
                Proxied result = new Proxied();
                result.value = text + "!";
                return result;
            }
        }
    }

    public static class External implements Externalizable {
        private int value;

        public External() {}

        External(int value) {
            this.value = value;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(value);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            value = in.readInt();
        }
    }

    static class Persistent implements Serializable {
        @Serial
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("kept", int.class)};

        int kept = 1;
        int dropped = 2;
    }

    static class Versioned implements Serializable {
        @Serial
        private static final long serialVersionUID = 42;

        int value = 1;
    }

    class Inner implements Serializable {
        int value = 1;
    }

    static class Outer implements Serializable {
        int value = 1;

        class In implements Serializable {
            int value = 2;

            int sum() {
                return value + Outer.this.value;
            }
        }
    }

    static class MyList extends ArrayList<String> {
        String label = "mine";
    }

    static class MyMap extends HashMap<String, Integer> {
        String label = "mine";
    }

    static class MyNumber extends Number {
        int value = 7;

        @Override
        public int intValue() {
            return value;
        }

        @Override
        public long longValue() {
            return value;
        }

        @Override
        public float floatValue() {
            return value;
        }

        @Override
        public double doubleValue() {
            return value;
        }
    }

    static class MyException extends RuntimeException {
        final int code = 5;

        MyException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static class Handler implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "get" -> "proxied";
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> 1;
                default -> "proxy";
            };
        }
    }

    static class NotSerializable {}

    static class Matrix implements Serializable {
        List<Row> rows = new ArrayList<>();
    }

    static class Row implements Serializable {
        Object cache;
    }

    static Object local(int captured) {
        class Local implements Serializable {
            @Override
            public String toString() {
                return "local " + captured;
            }
        }
        return new Local();
    }

    static Object proxy() {
        return Proxy.newProxyInstance(
                MatrixCases.class.getClassLoader(), new Class<?>[] {Supplier.class}, new Handler());
    }

    static Object ring() {
        Node a = new Node("a");
        Node b = new Node("b");
        a.next = b;
        b.next = a;
        a.others.addAll(Arrays.asList(a, b, b, null));
        return new Object[] {a, b, a, a.others};
    }

    static Object selfContaining() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        Map<String, Object> map = new HashMap<>();
        map.put("self", map);
        map.put("list", list);
        Object[] array = {list, map, null};
        array[2] = array;
        return array;
    }

    static Object sharedParts() {
        int[] row = {1, 2, 3};
        String text = new String("shared");
        Point point = new Point(1, 2, text);
        List<Object> inner = new ArrayList<>(List.of(point, text));
        return new Object[] {row, row, point, point, text, inner, new Object[] {inner, row}};
    }

    static Object sharedAcrossJava() {
        Node node = new Node("shared");
        Hooked hooked = new Hooked();
        return new Object[] {node, hooked, new Holder(node), new Holder(hooked), Arrays.asList(node, hooked), node};
    }
}
