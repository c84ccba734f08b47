package tutti.serialization.reflect;

/** How objects of a class travel inside a graph. */
public enum ClassRule {
    PRIMITIVE_ARRAY,
    ARRAY,
    ENUM,
    RECORD,
    /** Field by field, because Java serialization would do just that. */
    FIELDS,
    /** Only Java serialization gets it right. */
    JAVA,
    /** Not serializable. */
    REFUSED
}
