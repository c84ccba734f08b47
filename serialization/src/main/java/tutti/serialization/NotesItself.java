package tutti.serialization;

/** A serializer that hands every object it reads or copies to {@link GraphKryo#reference}. */
interface NotesItself {}
