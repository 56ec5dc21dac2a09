import { isIP } from 'node:net';
import type { TextKey } from '@nordgate/contracts';

/** The form that a header's value must have, and what is said of one that has not. */
export interface HeaderRule {
  /** As the specification spells it (section 4.3). */
  readonly name: string;
  readonly accepts: (value: string) => boolean;
  readonly rule: TextKey;
  readonly params?: Readonly<Record<string, string>>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const geo = /^GEO:-?\d{1,2}(\.\d{1,10})?[,;]-?\d{1,3}(\.\d{1,10})?$/i;
const printable = /^[\x20-\x7e\u00a0-\u00ff]+$/;

const anyText = (name: string, lengthMax = 256): HeaderRule => ({
  name,
  accepts: (value) => value.length <= lengthMax && printable.test(value),
  rule: 'header.malformed',
});
const aUuid = (name: string): HeaderRule => ({
  name,
  accepts: (value) => uuid.test(value),
  rule: 'header.uuid',
});
const oneOf = (name: string, allowed: readonly string[]): HeaderRule => ({
  name,
  accepts: (value) => allowed.includes(value),
  rule: 'header.choice',
  params: { allowed: allowed.join(', ') },
});

/** One row per header of specification 4.3 that carries a value of its own form. */
export const headerRules: readonly HeaderRule[] = [
  anyText('X-Request-ID', 128),
  anyText('TPP-Session-ID', 128),
  oneOf('TPP-Redirect-Preferred', ['true', 'false']),
  aUuid('PSU-ID'),
  anyText('PSU-Corporate-ID', 128),
  oneOf('PSU-Context', ['PRIVATE', 'CORPORATE']),
  { name: 'PSU-IP-Address', accepts: (value) => isIP(value) !== 0, rule: 'header.malformed' },
  { name: 'PSU-IP-Port', accepts: isPort, rule: 'header.malformed' },
  anyText('PSU-User-Agent', 1024),
  anyText('PSU-Accept', 1024),
  anyText('PSU-Accept-Charset'),
  anyText('PSU-Accept-Encoding'),
  anyText('PSU-Accept-Language'),
  oneOf('PSU-HTTP-Method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  aUuid('PSU-Device-ID'),
  { name: 'PSU-Geo-Location', accepts: (value) => geo.test(value), rule: 'header.malformed' },
];

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
}
