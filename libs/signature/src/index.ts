export {
  createCertificateCache,
  type CertificateCache,
  type CertificateCacheLimits,
  type KnownCertificate,
} from './trust/certificate-cache.js';
export { buildPath, type CertificatePath } from './trust/certificate-path.js';
export { parseCertificate, type Certificate } from './certificate/certificate.js';
export { checkAnswer, type AnswerFault, type AnswerToCheck } from './answer/check-answer.js';
export { checkDigest, digestOf, type DigestAlgorithm } from './request/digest.js';
export {
  formatDistinguishedName,
  parseDistinguishedName,
} from './certificate/distinguished-name.js';
export {
  ANSWER_HEADERS,
  CERTIFICATE,
  COVERED_HEADERS,
  REQUEST_TARGET,
  SEAL_PATH,
  SIGNATURE,
  withoutOuterSpace,
} from './base/headers.js';
export { matchIssuer, sameName, type IssuerMatch } from './certificate/issuer-match.js';
export { checkKeyId, formatSerial, splitKeyId, type KeyId } from './request/key-id.js';
export { type NameAttribute, type Rdn } from './certificate/name-attribute.js';
export {
  ocspRequest,
  type OcspCertId,
  type OcspHash,
  type OcspRequest,
  type OcspSubject,
} from './revocation/ocsp-request.js';
export {
  readOcspResponse,
  type OcspAnswer,
  type OcspExpectation,
} from './revocation/ocsp-response.js';
export {
  organizationIdentifierMax,
  organizationIdentifiersOf,
  parseOrganizationIdentifier,
  type OrganizationIdentifier,
} from './certificate/organization-identifier.js';
export {
  decodeCertificateHeader,
  decodePemBundle,
  type CertificateSource,
} from './certificate/pem.js';
export {
  PSD2_ROLES,
  parsePsd2Statement,
  type Psd2Role,
  type Psd2Statement,
} from './certificate/qc-statements.js';
export {
  filled,
  isRefusal,
  refuse,
  REFUSAL_REASONS,
  type RefusalCode,
  type RefusalReason,
  type SignatureRefusal,
} from './base/refusal.js';
export { parseHttpDate } from './request/http-date.js';
export { checkDate, DATE_DEVIATION_MAX_SECONDS } from './request/http-date.js';
export type { RevocationList } from './revocation/revocation-list.js';
export { referenceOf } from './revocation/revocation-status.js';
export type {
  CertificateReference,
  IssuedList,
  RevocationLists,
  RevocationPolicy,
  RevocationStatus,
} from './revocation/revocation-status.js';
export { decodeEncodedWords, encodeWord, isEncodedWord } from './request/rfc2047.js';
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
} from './answer/seal-answer.js';
export {
  createSigner,
  signRequest,
  type RequestSigner,
  type RequestToSign,
  type SigningIdentity,
} from './request/sign.js';
export {
  certificatesIn,
  keyIdOf,
  signatureText,
  signingCertificate,
  type SignatureText,
  type SignatureWrap,
  signingString,
  type SignedMessage,
} from './request/signature-text.js';
export {
  ALGORITHM_SPELLINGS,
  parseSignatureHeader,
  type SignatureAlgorithm,
  type SignatureParts,
} from './request/signature-header.js';
export { readTppCertificate, type TppCertificate } from './trust/tpp-certificate.js';
export { createTrustStore, type TrustStore, type TrustStoreInput } from './trust/trust-store.js';
export {
  prepareVerification,
  signatureHolds,
  verifyRequest,
  type HeadToVerify,
  type PreparedVerification,
  type RequestToVerify,
  type Verified,
  type VerifiedHead,
} from './request/verify.js';
