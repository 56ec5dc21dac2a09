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
