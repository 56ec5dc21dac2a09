import type { RefusalReason } from '@nordgate/signature';

/**
 * The Norwegian (bokmål) texts of refused signatures and certificates. The signature library brings the
 * English ones. The type requires every reason.
 */
export const norwegianTexts: Readonly<Record<RefusalReason, string>> = {
  'header-missing': 'Headeren er påkrevd.',
  'header-duplicated': 'Headeren kan bare sendes én gang.',
  'header-too-long': 'Headeren er for lang.',
  'date-malformed':
    'Date må være en dato etter RFC 9110 med riktig ukedag, for eksempel: Fri, 20 Nov 2026 10:15:30 GMT.',
  'date-off': 'Date avviker mer enn 60 sekunder fra klokken her, {time}.',
  'encoded-word-malformed':
    'En verdi utenfor ASCII må være et kodet ord etter RFC 2047, =?utf-8?B?<base64>?=: B eller Q av gyldig UTF-8 eller ISO-8859-1 uten kontrolltegn.',
  'signature-malformed':
    'Signature må ha keyId, algorithm, headers og signature, én gang hver og i denne rekkefølgen.',
  'signature-value-malformed': 'Delen signature må være base64.',
  'header-list-malformed':
    'Delen headers må liste forskjellige headernavn med ett mellomrom mellom.',
  'algorithm-unsupported': 'Algoritmen må være rsa-sha256.',
  'listed-header-absent': 'Signaturen lister en header som ikke ble sendt.',
  'header-not-covered': 'Headeren er sendt, så signaturen må omfatte den.',
  'target-not-covered': 'Signaturen må omfatte (request-target).',
  'key-id-missing': 'keyId må ha formen SN=<serienummer>,CA=<utsteder>.',
  'key-id-malformed':
    'keyId trenger et heksadesimalt serienummer og utstederens navn etter RFC 2253.',
  'key-id-serial-mismatch': 'SN er ikke serienummeret til sertifikatet.',
  'key-id-issuer-mismatch':
    'CA er ikke utstederen av sertifikatet. Send et navn utenfor ASCII i et kodet ord (RFC 2047).',
  'certificate-malformed': 'Headeren må være ett sertifikat i base64.',
  'certificate-untrusted': 'Sertifikatet har ingen betrodd utsteder.',
  'certificate-expired': 'Sertifikatet er utløpt.',
  'certificate-not-yet-valid': 'Sertifikatet er ikke gyldig ennå.',
  'certificate-issuer-not-valid': 'Et utstedersertifikat er ikke gyldig nå.',
  'certificate-issuer-not-ca': 'Et utstedersertifikat har ikke lov til å utstede sertifikater.',
  'certificate-path-too-long': 'Sertifikatkjeden er lengre enn tillatt.',
  'certificate-usage': 'Sertifikatet er ikke ment for signaturer.',
  'certificate-critical-extension': 'Sertifikatkjeden har en kritisk utvidelse som ikke støttes.',
  'certificate-algorithm-weak': 'Sertifikatkjeden er signert med en algoritme som ikke godtas.',
  'certificate-key-type':
    'Typen til sertifikatets nøkkel er ikke tillatt. Forespørsler signeres med en RSA-nøkkel.',
  'certificate-key-size': 'RSA-nøkkelen til sertifikatet må ha minst 2048 bit.',
  'certificate-key-exponent':
    'Eksponenten til sertifikatets RSA-nøkkel må være et oddetall, minst 65537 og mindre enn 2^256.',
  'certificate-key-curve': 'Nøkkelen til sertifikatet må være på kurven P-256, P-384 eller P-521.',
  'certificate-issuer-key-type':
    'Nøkkelen til et utstedersertifikat må være RSA, EC eller Ed25519.',
  'certificate-issuer-key-size': 'RSA-nøkkelen til et utstedersertifikat må ha minst 2048 bit.',
  'certificate-issuer-key-exponent':
    'Eksponenten til RSA-nøkkelen i et utstedersertifikat må være et oddetall, minst 65537 og mindre enn 2^256.',
  'certificate-issuer-key-curve':
    'Nøkkelen til et utstedersertifikat må være på kurven P-256, P-384 eller P-521.',
  'certificate-revoked': 'Et sertifikat i kjeden er tilbakekalt av utstederen.',
  'revocation-unknown': 'Det er ikke kjent nå om et sertifikat i kjeden er tilbakekalt.',
  'certificate-without-tpp-id': 'Sertifikatet har ingen organizationIdentifier for PSD2.',
  'certificate-without-role': 'Sertifikatet har ingen PSD2-rolle.',
  'signature-invalid': 'Signaturen stemmer ikke med forespørselen.',
  'digest-malformed': 'Digest må se ut slik: SHA-256=<base64 av hashen>.',
  'digest-weak': 'Digest må ha en SHA-256- eller SHA-512-verdi.',
  'digest-mismatch': 'Digest stemmer ikke med innholdet.',
};
