/** A value that must not leave the Collector, in a form that people and programs write. */
export interface Planted {
  readonly what: string;
  readonly value: string;
}

const key = [
  '-----BEGIN PRIVATE KEY-----',
  'MC4CAQAwBQYDK2VwBCIEIPlantedKey',
  '-----END PRIVATE KEY-----',
];

/** No value is real. Each one has at least seven characters in a row that nothing else in a span has. */
export const planted: readonly Planted[] = [
  { what: 'an IBAN', value: 'NO9386011117947' },
  { what: 'an IBAN in groups', value: 'NO93 8601 1117 947' },
  { what: 'an IBAN in lower case', value: 'no9386011117947' },
  { what: 'an IBAN with letters', value: 'GB33BUKB20201555555555' },
  { what: 'a German IBAN in groups', value: 'DE89 3704 0044 0532 0130 00' },
  { what: 'an account number', value: '86011117947' },
  { what: 'an account number with dots', value: '8601.11.17947' },
  { what: 'an account number with spaces', value: '8601 11 17947' },
  { what: 'a national id', value: '13097248022' },
  { what: 'a national id in groups', value: '130972 48022' },
  { what: 'a card number', value: '4111111111111111' },
  { what: 'a card number in groups', value: '4111 1111 1111 1111' },
  { what: 'a card number with hyphens', value: '3782-822463-10005' },
  { what: 'an ID token', value: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJwbGFudGVkIn0.c2lnbmF0dXJl' },
  { what: 'an access token', value: 'Bearer 2YotnFZFEjr1zCsicMWpAAxyz' },
  { what: 'a key', value: key.join('\n') },
];

/** The parts of a planted value that would give it away: runs of at least seven characters. */
export function traitsOf({ value }: Planted): readonly string[] {
  const parts = value.split(/[\s.-]+/).filter((part) => part.length >= 7 && part !== 'PRIVATE');
  return [...new Set([value, ...parts])];
}

/** Values that spans need and that look like a planted one only at a glance. */
export const harmless: readonly string[] = [
  'payments-7d9c8f6b5d-x2x4z',
  'gateway-6f4b9d8c77-q9k2m/1',
  'ip-10-244-112-123.eu-north-1.compute.internal',
  'connect ECONNREFUSED 10.244.112.123:9092',
  'norwegian-domestic-credit-transfers',
  'a31f0c9e77d2b64f',
  '5d0d1c0e-2f0b-4d3b-9c4e-0c7f2a8f6f11',
  '2026-11-26T13:55:44.965Z',
  'command.decide',
];
