import type { Fault } from '@nordgate/contracts/http';
import { fault } from '../reply/refused.js';
import { headerRules } from './header-rules.js';
import type { Environment } from './header-rules.js';
import type { HeaderValues } from './header-values.js';
import type { Operation } from './operation.js';

/** Everything wrong with the headers of one request, all of it together (specification 4.3). */
export function headerFaults(
  header: HeaderValues,
  operation: Operation,
  environment: Environment,
  repeated: readonly string[] = [],
): Fault[] {
  return [
    ...requiredNames(header, operation)
      .filter((name) => header(name.toLowerCase()) === undefined)
      .map((name) => fault('HTTP_HEADER_REQUIRED', 'header.required', name, { header: name })),
    ...cameTwice(repeated),
    ...malformed(header, environment),
  ];
}

/** What the headers ask of the answer that it cannot be: 406. Asked of well-formed headers. */
export function unservable(header: HeaderValues): Fault[] {
  return negotiating.flatMap(({ name, key, serves }) => {
    const value = header(key);
    if (value === undefined || serves === undefined || serves.can(value)) return [];
    return [fault('FORMAT_ERROR', serves.rule, name)];
  });
}

const negotiating = headerRules.filter(({ serves }) => serves !== undefined);

function cameTwice(repeated: readonly string[]): Fault[] {
  if (repeated.length === 0) return [];
  return headerRules
    .filter(({ key, list }) => list !== true && repeated.includes(key))
    .map(({ name }) => fault('FORMAT_ERROR', 'header.repeated', name));
}

/** Also where nobody is sent anywhere (specification 5.10). */
const always = ['X-Request-ID', 'TPP-Redirect-URI'];

function requiredNames(header: HeaderValues, { kind, firstContact }: Operation): string[] {
  const known = header('psu-id') !== undefined;
  switch (kind) {
    case 'service':
      return always;
    case 'reading':
      return [...always, ...(known ? ['TPP-Session-ID'] : [])];
    case 'accountAccess':
      return [...always, ...psuNames(header)];
    case 'initiation': {
      const mayBeUnknown = firstContact === true && header('psu-context') !== undefined;
      const psu = known || !mayBeUnknown ? ['PSU-ID', 'TPP-Session-ID'] : [];
      const edge = ['x-accept-fix', 'PSU-IP-Address'];
      return [...always, ...edge, ...psu, ...corporateNames(header)];
    }
  }
}

function psuNames(header: HeaderValues): string[] {
  return header('psu-id') === undefined ? [] : ['TPP-Session-ID', ...corporateNames(header)];
}

/** CORPORATE without PSU-ID is a first contact: the agreement is chosen on the site (5.14). */
function corporateNames(header: HeaderValues): string[] {
  return header('psu-id') !== undefined && header('psu-context') === 'CORPORATE'
    ? ['PSU-Corporate-ID']
    : [];
}

function malformed(header: HeaderValues, environment: Environment): Fault[] {
  const faults: Fault[] = [];
  for (const { name, key, accepts, rule, params } of headerRules) {
    const value = header(key);
    if (value === undefined || accepts(value, environment)) continue;
    faults.push(fault('FORMAT_ERROR', rule, name, params));
  }
  return faults;
}
