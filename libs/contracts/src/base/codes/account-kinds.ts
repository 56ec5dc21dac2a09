/** What accounts are for: ISO 20022 ExternalCashAccountType1Code. The bank itself sells the first four. */
export const ACCOUNT_KINDS = [
  /** Current. */
  'CACC',
  /** Savings. */
  'SVGS',
  /** Salaries are paid from it. */
  'SLRY',
  /** Taxes are set aside on it. */
  'TAXE',
  'CARD',
  'CASH',
  'CHAR',
  'CISH',
  'COMM',
  'CPAC',
  'LLSV',
  'LOAN',
  'MGLD',
  'MOMA',
  'NFCA',
  'NREX',
  'ODFT',
  'ONDP',
  'OTHR',
  'SACC',
  'TRAN',
  'TRAS',
  'VACC',
] as const;

/** What an account is for. */
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
