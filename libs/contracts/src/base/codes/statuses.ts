/** Statuses a payment may show (specification §2.2 and §3; ISO 20022 transaction status codes). */
export const PAYMENT_STATUSES = [
  'ACCP',
  'ACSC',
  'ACSP',
  'ACTC',
  'ACWC',
  'ACWP',
  'RCVD',
  'PDNG',
  'RJCT',
  'CANC',
  'PART',
] as const;

/** `transactionStatus` of a payment. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Statuses a signing basket may show (specification §2.1 and §3). */
export const BASKET_STATUSES = ['RCVD', 'ACTC', 'PATC', 'RJCT'] as const;

/** `transactionStatus` of a signing basket. */
export type BasketStatus = (typeof BASKET_STATUSES)[number];

/** Steps of one authorisation, as the Berlin Group framework 1.3 names them; a bank without confirmation codes. */
export const SCA_STATUSES = [
  'received',
  'psuIdentified',
  'psuAuthenticated',
  'scaMethodSelected',
  'started',
  'finalised',
  'failed',
  'exempted',
] as const;

/** `scaStatus` of one authorisation. */
export type ScaStatus = (typeof SCA_STATUSES)[number];

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
