package tutti.report;

import java.util.List;

/** A table or figure of the paper that can be made anew. */
interface Exhibit {

    /** Returns the name on the command line, for example table1. */
    String name();

    /** Returns the commands, without {@code tutti}, whose results it shows; they are run in this order. */
    List<List<String>> commands(Scope scope);

    /** Makes the table of what the commands brought. */
    Table table(Scope scope, Answers answers);
}
