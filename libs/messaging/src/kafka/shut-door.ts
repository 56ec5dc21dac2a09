/**
 * Whether the brokers turned us away, or we them, for a reason that another try does not change: a
 * wrong password, or a certificate that we do not trust. Brokers that are away are none: they come
 * back.
 */
export function isShutDoor(error: unknown): boolean {
  // kafkajs wraps what it met in what it made of it, a few times at most.
  let reason = error;
  for (let depth = 0; reason instanceof Error && depth < depthMax; depth += 1) {
    if (reason.name === 'KafkaJSSASLAuthenticationError') return true;
    if ('code' in reason && certificateFaults.has(reason.code)) return true;
    reason = reason.cause;
  }
  return false;
}

const depthMax = 5;

/** How Node names what is wrong with a server's certificate (its documentation of `tls`). */
const certificateFaults = new Set<unknown>([
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
