/**
 * Fields that a log line never shows, at any depth. Account numbers are removed from free text, too.
 * Tests send canary values through the whole system and search the logs for them.
 */
export const secretFields: readonly string[] = [
  'authorization',
  'bban',
  'iban',
  'cookie',
  'creditorName',
  'customerNumber',
  'name',
  'password',
  'psuId',
  'psu-id',
  'signature',
  'token',
  'tpp-signature-certificate',
  'ultimateDebtor',
  'remittanceInformationUnstructured',
];

const iban = /\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g;
const bban = /\b\d{11}\b/g;

/** Text without account numbers. */
export function redactText(text: string): string {
  return text.replace(iban, '[account]').replace(bban, '[account]');
}

/** A copy with secret fields and account numbers masked, down to `redactDepthMax` levels. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= redactDepthMax) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [
      field,
      secretFields.includes(field) ? '[redacted]' : redact(item, depth + 1),
    ]),
  );
}

const redactDepthMax = 6;
