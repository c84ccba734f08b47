package tutti.serialization.graph;

/** A serializer that hands every object it reads or copies to {@link GraphKryo#reference}. */
public interface RegistersReference {}
