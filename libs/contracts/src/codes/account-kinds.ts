/** What accounts are for: a subset of ISO 20022 ExternalCashAccountType1Code. */
export const ACCOUNT_KINDS = [
  /** Current. */
  'CACC',
  /** Savings. */
  'SVGS',
  /** Salaries are paid from it. */
  'SLRY',
  /** Taxes are set aside on it. */
  'TAXE',
] as const;

/** What an account is for. */
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
