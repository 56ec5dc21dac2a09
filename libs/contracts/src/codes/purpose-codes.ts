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
