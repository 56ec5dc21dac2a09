/**
 * What accounts are for: ISO 20022 ExternalCashAccountType1Code. The bank itself sells the first four: for
 * current use, for savings, for a salary, and for taxes that are set aside.
 */
// oxfmt-ignore
export const ACCOUNT_KINDS = [
  'CACC', 'SVGS', 'SLRY', 'TAXE',
  'CARD', 'CASH', 'CHAR', 'CISH', 'COMM', 'CPAC', 'LLSV', 'LOAN', 'MGLD', 'MOMA',
  'NFCA', 'NREX', 'ODFT', 'ONDP', 'OTHR', 'SACC', 'TRAN', 'TRAS', 'VACC',
] as const;

/** What an account is for. */
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
