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
