package tutti.collectives.operation;

/** A formula of whole numbers, P, L and n with + - * / and brackets; n counts as 1. */
final class Formula {
    private final String text;
    private final int size;
    private int position;

    private Formula(String text, int size) {
        this.text = text.replace(" ", "");
        this.size = size;
    }

    static double evaluate(String text, int size) {
        Formula formula = new Formula(text, size);
        double value = formula.sum();
        if (formula.position < formula.text.length()) {
            throw new IllegalArgumentException("not a formula: " + text);
        }
        return value;
    }

    private double sum() {
        double value = product();
        while (true) {
            if (skip('+')) {
                value += product();
            } else if (skip('-')) {
                value -= product();
            } else {
                return value;
            }
        }
    }

    private double product() {
        double value = operand();
        while (true) {
            if (skip('*')) {
                value *= operand();
            } else if (skip('/')) {
                value /= operand();
            } else {
                return value;
            }
        }
    }

    private double operand() {
        if (skip('(')) {
            double value = sum();
            if (!skip(')')) {
                throw new IllegalArgumentException("bracket is not closed: " + text);
            }
            return value;
        }
        if (skip('P')) {
            return size;
        }
        if (skip('L')) {
            return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        }
        if (skip('n')) {
            return 1;
        }
        int start = position;
        while (position < text.length() && Character.isDigit(text.charAt(position))) {
            position++;
        }
        return Integer.parseInt(text.substring(start, position));
    }

    private boolean skip(char symbol) {
        boolean found = position < text.length() && text.charAt(position) == symbol;
        position += found ? 1 : 0;
        return found;
    }
}
