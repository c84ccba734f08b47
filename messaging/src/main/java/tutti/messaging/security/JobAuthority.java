package tutti.messaging.security;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import javax.crypto.KeyAgreement;
import tutti.messaging.config.Secret;

/**
 * Signs the certificates of a job's processes. Everybody who knows the job's secret has the same one.
 *
 * <p>All keys are of the curve P-256. Certificates are as in RFC 5280, and never run out: each is as old as its
 * process, and hosts need not agree on the time.
 */
final class JobAuthority {
    private static final String CURVE = "secp256r1";
    private static final String SIGNATURE = "SHA256withECDSA";
    private static final int SERIAL_BITS = 120;

    private static final byte[] NAME = name("authority.tutti.invalid");
    private static final byte[] VERSION_3 = Der.numbered(0, Der.integer(BigInteger.TWO));
    private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.identifier(1, 2, 840, 10045, 4, 3, 2));
    private static final byte[] ALWAYS = Der.sequence(Der.utcTime("700101000000Z"), Der.laterTime("99991231235959Z"));

    private static final byte[] KEY_USAGE = Der.identifier(2, 5, 29, 15);
    private static final byte[] OTHER_NAMES = Der.identifier(2, 5, 29, 17);
    private static final byte[] BASIC_CONSTRAINTS = Der.identifier(2, 5, 29, 19);

    private final PrivateKey key;
    private final X509Certificate certificate;

    private JobAuthority(KeyPair keys) throws GeneralSecurityException {
        key = keys.getPrivate();
        certificate = sign(
                NAME,
                keys.getPublic(),
                critical(BASIC_CONSTRAINTS, Der.sequence(Der.yes(), Der.integer(BigInteger.ZERO))),
                critical(KEY_USAGE, Der.bits(2, (byte) 0b100))); // signs certificates
    }

    /** Derives the authority of a job. */
    static JobAuthority of(Secret secret) throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(CURVE));
        ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
        // two proofs: so many more bits than the curve has that no key is more likely than another
        BigInteger wide = new BigInteger(secret.proof("authority", "0") + secret.proof("authority", "1"), 16);
        BigInteger number = wide.mod(curve.getOrder().subtract(BigInteger.ONE)).add(BigInteger.ONE);
        return new JobAuthority(keysOf(number, curve));
    }

    /** Finds the public key of a private one. */
    private static KeyPair keysOf(BigInteger number, ECParameterSpec curve) throws GeneralSecurityException {
        KeyFactory factory = KeyFactory.getInstance("EC");
        PrivateKey secretKey = factory.generatePrivate(new ECPrivateKeySpec(number, curve));
        // what Diffie and Hellman share with the curve's generator is the public point, without its y
        KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
        agreement.init(secretKey);
        agreement.doPhase(factory.generatePublic(new ECPublicKeySpec(curve.getGenerator(), curve)), true);
        BigInteger x = new BigInteger(1, agreement.generateSecret());
        BigInteger p = ((ECFieldFp) curve.getCurve().getField()).getP();
        BigInteger square = x.pow(3)
                .add(x.multiply(curve.getCurve().getA()))
                .add(curve.getCurve().getB());
        BigInteger y = square.modPow(p.add(BigInteger.ONE).shiftRight(2), p); // the root, for p is 3 modulo 4
        KeyPair keys = new KeyPair(factory.generatePublic(new ECPublicKeySpec(new ECPoint(x, y), curve)), secretKey);
        return match(keys)
                ? keys
                : new KeyPair(
                        factory.generatePublic(new ECPublicKeySpec(new ECPoint(x, p.subtract(y)), curve)), secretKey);
    }

    private static boolean match(KeyPair keys) throws GeneralSecurityException {
        Signature verifier = Signature.getInstance(SIGNATURE);
        verifier.initVerify(keys.getPublic());
        return verifier.verify(sign(keys.getPrivate(), new byte[0]));
    }

    /** Makes new keys for a certificate. */
    static KeyPair newKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(CURVE));
        return generator.generateKeyPair();
    }

    /** Returns what a process of the job must trust, and nothing else. */
    X509Certificate certificate() {
        return certificate;
    }

    /** Certifies that a key is that of the process with a name. */
    X509Certificate certify(String name, PublicKey publicKey) throws GeneralSecurityException {
        return sign(
                name(name),
                publicKey,
                critical(BASIC_CONSTRAINTS, Der.sequence()), // no authority
                critical(KEY_USAGE, Der.bits(7, (byte) 0b1000_0000)), // signs what it says
                Der.sequence(OTHER_NAMES, Der.octets(Der.sequence(Der.dnsName(name)))));
    }

    private X509Certificate sign(byte[] subject, PublicKey publicKey, byte[]... extensions)
            throws GeneralSecurityException {
        BigInteger serial = new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE);
        byte[] content = Der.sequence(
                VERSION_3,
                Der.integer(serial),
                ECDSA_WITH_SHA256,
                NAME,
                ALWAYS,
                subject,
                publicKey.getEncoded(),
                Der.numbered(3, Der.sequence(extensions)));
        byte[] signed = Der.sequence(content, ECDSA_WITH_SHA256, Der.bits(0, sign(key, content)));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(signed));
    }

    private static byte[] sign(PrivateKey key, byte[] content) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(SIGNATURE);
        signature.initSign(key);
        signature.update(content);
        return signature.sign();
    }

    private static byte[] critical(byte[] extension, byte[] value) {
        return Der.sequence(extension, Der.yes(), Der.octets(value));
    }

    private static byte[] name(String common) {
        return Der.sequence(Der.set(Der.sequence(Der.identifier(2, 5, 4, 3), Der.text(common))));
    }
}
