/**
 * Whether the error is permanent: wrong credentials, or a certificate that is not trusted. Brokers
 * that are unavailable are not: they come back.
 */
export function isPermanentAuthenticationError(error: unknown): boolean {
  // kafkajs wraps an error in other errors, up to a few levels.
  let reason = error;
  for (let depth = 0; reason instanceof Error && depth < depthMax; depth += 1) {
    if (reason.name === 'KafkaJSSASLAuthenticationError') return true;
    if ('code' in reason && certificateErrors.has(reason.code)) return true;
    reason = reason.cause;
  }
  return false;
}

const depthMax = 5;

/** Node's codes for a server certificate that is not accepted (Node.js documentation, `tls`). */
const certificateErrors = new Set<unknown>([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
