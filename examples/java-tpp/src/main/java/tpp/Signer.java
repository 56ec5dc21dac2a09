package tpp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/** Signs requests as section 5 of the interface says. It is a request interceptor of the generated client. */
final class Signer implements Consumer<HttpRequest.Builder> {
  /** The headers that the signature has to cover where the request has them (section 5.5). */
  private static final List<String> COVERED =
      List.of("Date", "Digest", "X-Request-ID", "PSU-ID", "PSU-Corporate-ID", "TPP-Redirect-URI");

  /** RFC 1123 wants two digits for the day; RFC_1123_DATE_TIME of Java writes one below 10. */
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

  private final X509Certificate certificate;
  private final PrivateKey key;

  /** Reads the signing certificate of the TPP and its key (PKCS #8) from PEM files. */
  Signer(Path certificateFile, Path keyFile) throws IOException, GeneralSecurityException {
    try (var in = Files.newInputStream(certificateFile)) {
      certificate = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
    String pem = Files.readString(keyFile).replaceAll("-----[A-Z ]+-----|\\s", "");
    var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem));
    key = KeyFactory.getInstance("RSA").generatePrivate(spec);
  }

  /** Adds Date, Digest, TPP-Signature-Certificate and Signature. */
  @Override
  public void accept(HttpRequest.Builder builder) {
    try {
      builder.setHeader("Date", HTTP_DATE.format(ZonedDateTime.now(ZoneOffset.UTC)));
      byte[] body = builder.copy().build().bodyPublisher().map(Signer::bytesOf).orElse(new byte[0]);
      if (body.length > 0) builder.setHeader("Digest", "SHA-256=" + base64(sha256(body)));
      builder.setHeader("TPP-Signature-Certificate", base64(certificate.getEncoded()));
      builder.setHeader("Signature", asHeader(signature(builder.copy().build())));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException("the request cannot be signed", error);
    }
  }

  private String signature(HttpRequest request) throws GeneralSecurityException {
    var names = new ArrayList<String>(List.of("(request-target)"));
    var lines = new ArrayList<String>();
    lines.add("(request-target): " + request.method().toLowerCase(Locale.ROOT) + " " + target(request));
    for (String name : COVERED) {
      request.headers().firstValue(name).ifPresent(value -> {
        names.add(name.toLowerCase(Locale.ROOT));
        lines.add(name.toLowerCase(Locale.ROOT) + ": " + value);
      });
    }
    var signer = Signature.getInstance("SHA256withRSA");
    signer.initSign(key);
    signer.update(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    return String.format(
        "keyId=\"%s\",algorithm=\"rsa-sha256\",headers=\"%s\",signature=\"%s\"",
        keyId(), String.join(" ", names), base64(signer.sign()));
  }

  private static String target(HttpRequest request) {
    String query = request.uri().getRawQuery();
    return request.uri().getRawPath() + (query == null ? "" : "?" + query);
  }

  /** The serial number in hexadecimal, and the issuer as RFC 2253 writes it (section 5.4). */
  private String keyId() {
    String serial = certificate.getSerialNumber().toString(16).toUpperCase(Locale.ROOT);
    return "SN=" + serial + ",CA=" + certificate.getIssuerX500Principal().getName();
  }

  /** One encoded word for a value with letters beyond ASCII (section 5.7). */
  private static String asHeader(String value) {
    boolean isAscii = value.chars().allMatch(letter -> letter <= '~');
    return isAscii ? value : "=?utf-8?B?" + base64(value.getBytes(StandardCharsets.UTF_8)) + "?=";
  }

  private static byte[] sha256(byte[] bytes) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** The bytes that will be sent (section 5.3). The publishers of the client have them in memory. */
  private static byte[] bytesOf(BodyPublisher publisher) {
    var bytes = new ByteArrayOutputStream();
    publisher.subscribe(new Flow.Subscriber<ByteBuffer>() {
      @Override
      public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
      }

      @Override
      public void onNext(ByteBuffer part) {
        byte[] copy = new byte[part.remaining()];
        part.get(copy);
        bytes.writeBytes(copy);
      }

      @Override
      public void onError(Throwable error) {
        throw new UncheckedIOException(new IOException(error));
      }

      @Override
      public void onComplete() {}
    });
    return bytes.toByteArray();
  }
}
