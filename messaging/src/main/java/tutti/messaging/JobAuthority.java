package tutti.messaging;

import java.io.IOException;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Signs the certificates of a job's processes. Everybody who knows the job's secret has the same one.
 */
final class JobAuthority {
    private static final String CURVE = "secp256r1";
    private static final X500Name NAME = new X500Name("CN=authority.tutti.invalid");
    private static final int SERIAL_BITS = 120;

    // no time to run out: a certificate is as old as its process, and hosts need not have the same time
    private static final Instant BEGIN = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

    private final PrivateKey key;
    private final X509Certificate certificate;

    private JobAuthority(PrivateKey key, PublicKey publicKey) throws GeneralSecurityException, IOException {
        this.key = key;
        certificate = sign(NAME, publicKey, new BasicConstraints(0), KeyUsage.keyCertSign, null);
    }

    /** Derives the authority of a job. */
    static JobAuthority of(Secret secret) throws GeneralSecurityException, IOException {
        var curve = CustomNamedCurves.getByName(CURVE);
        // two proofs: so many more bits than the curve has that no key is more likely than another
        BigInteger wide = new BigInteger(secret.proof("authority", "0") + secret.proof("authority", "1"), 16);
        BigInteger number = wide.mod(curve.getN().subtract(BigInteger.ONE)).add(BigInteger.ONE);
        var point = new FixedPointCombMultiplier().multiply(curve.getG(), number).normalize();
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(CURVE));
        ECParameterSpec specification = parameters.getParameterSpec(ECParameterSpec.class);
        ECPoint publicPoint = new ECPoint(
                point.getAffineXCoord().toBigInteger(), point.getAffineYCoord().toBigInteger());
        KeyFactory factory = KeyFactory.getInstance("EC");
        return new JobAuthority(
                factory.generatePrivate(new ECPrivateKeySpec(number, specification)),
                factory.generatePublic(new ECPublicKeySpec(publicPoint, specification)));
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
    X509Certificate certify(String name, PublicKey publicKey) throws GeneralSecurityException, IOException {
        GeneralNames names = new GeneralNames(new GeneralName(GeneralName.dNSName, name));
        return sign(
                new X500Name("CN=" + name),
                publicKey,
                new BasicConstraints(false),
                KeyUsage.digitalSignature,
                names);
    }

    private X509Certificate sign(
            X500Name subject,
            PublicKey publicKey,
            BasicConstraints constraints,
            int usage,
            @Nullable GeneralNames names)
            throws GeneralSecurityException, IOException {
        BigInteger serial = new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE);
        var builder = new JcaX509v3CertificateBuilder(
                        NAME, serial, Date.from(BEGIN), Date.from(END), subject, publicKey)
                .addExtension(Extension.basicConstraints, true, constraints)
                .addExtension(Extension.keyUsage, true, new KeyUsage(usage));
        if (names != null) {
            builder.addExtension(Extension.subjectAlternativeName, false, names);
        }
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException(e);
        }
    }
}
