export {
  createCertificateCache,
  type CertificateCache,
  type CertificateCacheLimits,
  type KnownCertificate,
} from './certificate-cache.js';
export { buildPath, type CertificatePath } from './certificate-path.js';
export { parseCertificate, type Certificate } from './certificate.js';
export { checkAnswer, type AnswerFault, type AnswerToCheck } from './check-answer.js';
export { checkDigest, digestOf, type DigestAlgorithm } from './digest.js';
export { formatDistinguishedName, parseDistinguishedName } from './distinguished-name.js';
export {
  ANSWER_HEADERS,
  CERTIFICATE,
  COVERED_HEADERS,
  REQUEST_TARGET,
  SEAL_PATH,
  SIGNATURE,
} from './header-names.js';
export {
  certifyTppKey,
  issueBankSeal,
  issueSandboxCa,
  issueTppSeal,
  type BankSealRequest,
  type IssuedPem,
  type SandboxCaRequest,
  type TppSealRequest,
  type Validity,
} from './issue.js';
export {
  issueOperatorAuthority,
  issueOperatorCertificate,
  type OperatorCertificateRequest,
} from './issue-operator.js';
export { matchIssuer, sameName, type IssuerMatch } from './issuer-match.js';
export { checkKeyId, formatSerial, splitKeyId, type KeyId } from './key-id.js';
export { type NameAttribute, type Rdn } from './name-attribute.js';
export {
  ocspRequest,
  type OcspCertId,
  type OcspHash,
  type OcspRequest,
  type OcspSubject,
} from './ocsp-request.js';
export { readOcspResponse, type OcspAnswer, type OcspExpectation } from './ocsp-response.js';
export {
  organizationIdentifierMax,
  organizationIdentifiersOf,
  parseOrganizationIdentifier,
  type OrganizationIdentifier,
} from './organization-identifier.js';
export { decodeCertificateHeader, decodePemBundle, type CertificateSource } from './pem.js';
export { type Authority } from './psd2-statement-der.js';
export {
  PSD2_ROLES,
  parsePsd2Statement,
  type Psd2Role,
  type Psd2Statement,
} from './qc-statements.js';
export {
  filled,
  isRefusal,
  refuse,
  REFUSAL_REASONS,
  type RefusalCode,
  type RefusalReason,
  type SignatureRefusal,
} from './refusal.js';
export { withoutOuterSpace } from './header-text.js';
export { parseHttpDate } from './http-date.js';
export { checkDate, DATE_DEVIATION_MAX_SECONDS } from './request-date.js';
export type { RevocationList } from './revocation-list.js';
export { referenceOf } from './revocation-status.js';
export type {
  CertificateReference,
  IssuedList,
  RevocationLists,
  RevocationPolicy,
  RevocationStatus,
} from './revocation-status.js';
export { decodeEncodedWords, encodeWord, isEncodedWord } from './rfc2047.js';
export {
  createAnswerSealer,
  sealAlgorithmOf,
  sealCertificateOf,
  sealSignature,
  sealSignatureInPool,
  type AnswerSealer,
  type AnswerToSeal,
  type PreparedSeal,
  type SealHeaders,
} from './seal-answer.js';
export {
  createSigner,
  signRequest,
  type RequestSigner,
  type RequestToSign,
  type SigningIdentity,
} from './sign.js';
export {
  certificatesIn,
  keyIdOf,
  signatureText,
  signingCertificate,
  type SignatureText,
  type SignatureWrap,
} from './signature-text.js';
export {
  ALGORITHM_SPELLINGS,
  parseSignatureHeader,
  type SignatureAlgorithm,
  type SignatureParts,
} from './signature-header.js';
export { signingString, type SignedMessage } from './signing-string.js';
export { readTppCertificate, type TppCertificate } from './tpp-certificate.js';
export { createTrustStore, type TrustStore, type TrustStoreInput } from './trust-store.js';
export {
  prepareVerification,
  signatureHolds,
  verifyRequest,
  type HeadToVerify,
  type PreparedVerification,
  type RequestToVerify,
  type Verified,
  type VerifiedHead,
} from './verify.js';
