/** consentStatus (Berlin Group framework 1.3): where a consent stands. */
export const CONSENT_STATUSES = [
  'received',
  'rejected',
  'valid',
  'revokedByPsu',
  'expired',
  'terminatedByTpp',
] as const;

/** One consentStatus. */
export type ConsentStatus = (typeof CONSENT_STATUSES)[number];
