/**
 * The only fields that a log line shows, at any depth: a new field is hidden until somebody has decided
 * that it holds no secret. Tests send canary values through the whole system and search the logs for
 * them.
 */
export const loggedFields: readonly string[] = [
  ...['app', 'trace_id', 'span_id', 'addresses', 'faults', 'seconds', 'ms'],
  ...['err', 'type', 'message', 'code', 'stack', 'reason', 'client', 'fault', 'kind'],
  'reference',
  ...['topic', 'group', 'query', 'projection', 'events', 'work', 'source', 'issuer', 'nextUpdate'],
  ...['secret', 'keyNames'],
  ...['audit', 'operation', 'service', 'seq', 'stream', 'reveal', 'dryRun'],
  ...['consumer', 'after', 'upTo'],
  ...[
    'run',
    'picked',
    'due',
    'executed',
    'withoutFunds',
    'rejected',
    'held',
    'inProgress',
    'dropped',
  ],
  ...['streamType', 'deleted', 'archived', 'heldBack'],
  ...['missing', 'applied'],
  ...['imported', 'known', 'read', 'part', 'parts', 'fault'],
  ...['refused', 'leftOut', 'status', 'address', 'method', 'route', 'tpp', 'fingerprint'],
  ...['requestId', 'peer'],
];

/**
 * Fields of messages and events that an operator sees only on request, at any depth. Account numbers
 * are removed from free text, too.
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
const mayBeAccount = /[A-Z]{2}\d{2}|\d{11}/;

/** Text without account numbers. */
export function redactText(text: string): string {
  // Most texts have neither, and one look is cheaper than two replacements.
  if (!mayBeAccount.test(text)) return text;
  return text.replace(iban, '[account]').replace(bban, '[account]');
}

/** A copy with secret fields and account numbers masked, down to `redactDepthMax` levels. */
export function redact(value: unknown): unknown {
  return masked(value, isSecret);
}

/** The fields of a log line: those that are not listed, and account numbers, are masked. */
export function redactLine(fields: Record<string, unknown>): Record<string, unknown> {
  return masked(fields, isHiddenInLogs) as Record<string, unknown>;
}

const logged = new Set(loggedFields);
const secret = new Set(secretFields);
const isHiddenInLogs = (field: string) => !logged.has(field);
const isSecret = (field: string) => secret.has(field);

function masked(value: unknown, isHidden: (field: string) => boolean, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= redactDepthMax) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => masked(item, isHidden, depth + 1));
  const copy: Record<string, unknown> = {};
  for (const [field, item] of Object.entries(value)) {
    const shown = isHidden(field) ? '[redacted]' : masked(item, isHidden, depth + 1);
    if (field === '__proto__') Object.defineProperty(copy, field, { value: shown, ...ownField });
    else copy[field] = shown;
  }
  return copy;
}

const ownField = { enumerable: true, configurable: true, writable: true } as const;

const redactDepthMax = 6;
