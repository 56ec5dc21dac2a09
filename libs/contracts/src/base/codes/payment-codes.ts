/** How often a periodic payment is executed (specification §2.2, a subset of ISO 20022 frequency codes). */
export const FREQUENCIES = [
  'Daily',
  'Weekly',
  'EveryTwoWeeks',
  'Monthly',
  'EveryTwoMonths',
  'Quarterly',
  'SemiAnnual',
  'Annual',
  'MonthlyVariable',
] as const;

/** `frequency` of a periodic payment. */
export type Frequency = (typeof FREQUENCIES)[number];

/**
 * Where an execution goes that falls on a weekend or bank holiday (specification §2.2).
 * `preceeding` is spelled this way on the wire; the dictionary's spelling is refused.
 */
export const EXECUTION_RULES = ['following', 'preceeding'] as const;

/** `executionRule` of a periodic payment. */
export type ExecutionRule = (typeof EXECUTION_RULES)[number];

/** Supported purposes of a payment (specification §2.2, from the ISO 20022 external purpose codes). */
export const PURPOSE_CODES = [
  'INVS',
  'SALA',
  'IDCP',
  'CASH',
  'CORT',
  'INTC',
  'PENS',
  'SSBE',
  'SUPP',
  'TAXS',
  'TREA',
  'VATX',
  'LOAN',
  'OTHR',
] as const;

/** `purposeCode` of a payment. */
export type PurposeCode = (typeof PURPOSE_CODES)[number];
