package tutti.messaging.security;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;

/** Writes the few elements of ASN.1's distinguished encoding (X.690) that a certificate has. */
final class Der {
    private static final int SHORT_LENGTH = 0x80;
    private static final int BYTE = 0xff;

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return element(0x30, parts);
    }

    static byte[] set(byte[]... parts) {
        return element(0x31, parts);
    }

    /** Returns what stands at a numbered place of a sequence, with its own tag inside. */
    static byte[] numbered(int place, byte[] part) {
        return element(0xa0 + place, part);
    }

    static byte[] integer(BigInteger value) {
        return element(0x02, value.toByteArray());
    }

    static byte[] yes() {
        return element(0x01, new byte[] {(byte) BYTE});
    }

    /** Returns bits, of which some at the end do not count. */
    static byte[] bits(int unused, byte... bytes) {
        return element(0x03, new byte[] {(byte) unused}, bytes);
    }

    static byte[] octets(byte[] bytes) {
        return element(0x04, bytes);
    }

    static byte[] text(String ascii) {
        return element(0x0c, ascii.getBytes(US_ASCII));
    }

    /** Returns a name of the DNS, as one of the names of a certificate. */
    static byte[] dnsName(String ascii) {
        return element(0x82, ascii.getBytes(US_ASCII));
    }

    /** Returns a time from 1950 to 2049, as yyMMddHHmmssZ. */
    static byte[] utcTime(String time) {
        return element(0x17, time.getBytes(US_ASCII));
    }

    /** Returns a time from 2050 on, as yyyyMMddHHmmssZ. */
    static byte[] laterTime(String time) {
        return element(0x18, time.getBytes(US_ASCII));
    }

    /** Returns an object identifier. */
    static byte[] identifier(int first, int second, int... others) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write((first * 40) + second);
        for (int other : others) {
            int digits = Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(other) + 6) / 7);
            for (int digit = digits - 1; digit > 0; digit--) {
                bytes.write(0x80 | ((other >> (7 * digit)) & 0x7f));
            }
            bytes.write(other & 0x7f);
        }
        return element(0x06, bytes.toByteArray());
    }

    private static byte[] element(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(tag);
        if (length < SHORT_LENGTH) {
            bytes.write(length);
        } else if (length <= BYTE) {
            bytes.write(SHORT_LENGTH + 1);
            bytes.write(length);
        } else {
            bytes.write(SHORT_LENGTH + 2); // a certificate is much shorter than 64 KiB
            bytes.write(length >> Byte.SIZE);
            bytes.write(length);
        }
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
