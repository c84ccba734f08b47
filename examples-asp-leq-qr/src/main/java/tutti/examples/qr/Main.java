package tutti.examples.qr;

import tutti.examples.support.ProgramCommand;

/** Starts the QR factorisation. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ProgramCommand.run(new QrCommand(args), args);
    }
}
