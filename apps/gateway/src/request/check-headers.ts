import type { Fault } from '@nordgate/contracts/http';
import type { TextKey } from '@nordgate/contracts/texts';
import { defined } from '@nordgate/decider';
import { fault } from '../reply/request-error.js';
import type { Environment, HeaderForm } from './header-forms.js';
import { headerTable, isRequired, requirableHeaders } from './header-table.js';
import type { HeaderValues } from './header-table.js';
import type { RouteRequirements } from './route-requirements.js';

/**
 * All faults of the headers of one request (specification 4.3): first the missing headers, then those
 * that contradict each other, the repeated ones and the malformed ones. Headers that `libs/signature`
 * has checked are not checked again.
 *
 * @param repeated lower-case names of the headers that came more than once
 */
export function headerFaults(
  header: HeaderValues,
  requirements: RouteRequirements,
  environment: Environment,
  repeated: readonly string[] = [],
): Fault[] {
  return [
    ...missing(header, requirements),
    ...contradictionFaults(header, requirements),
    ...cameTwice(repeated),
    ...malformed(header, environment),
  ];
}

/** The faults of headers that ask for an answer which the gateway does not have: 406. */
export function unservable(header: HeaderValues): Fault[] {
  return negotiating.flatMap(({ name, key, serves }) => {
    const value = header(key);
    if (value === undefined || serves === undefined || serves.can(value)) return [];
    return [fault('FORMAT_ERROR', serves.rule, name)];
  });
}

const negotiating = headerTable.filter(({ serves }) => serves !== undefined);
const requirable = requirableHeaders.filter(({ isCheckedBefore }) => isCheckedBefore !== true);

function missing(header: HeaderValues, requirements: RouteRequirements): Fault[] {
  return requirable
    .filter((row) => header(row.key) === undefined && isRequired(row, requirements, header))
    .map(({ name, key }) => {
      const rule =
        key === 'psu-id' && takesContext(requirements)
          ? 'header.psuOrContext'
          : (missingRules[key] ?? 'header.required');
      return fault('HTTP_HEADER_REQUIRED', rule, name, { header: name });
    });
}

/** Rules whose text says what to send, where the name of the header does not. */
const missingRules: Readonly<Record<string, TextKey>> = {
  'x-accept-fix': 'header.acceptFix',
  'tpp-session-id': 'header.sessionOfPsu',
};

/** At first contact PSU-Context replaces PSU-ID (specification 4.2). */
const takesContext = ({ kind, firstContact }: RouteRequirements) =>
  kind === 'initiation' && firstContact === true;

function cameTwice(repeated: readonly string[]): Fault[] {
  if (repeated.length === 0) return [];
  return headerTable
    .filter(({ key, isList }) => isList !== true && repeated.includes(key))
    .map(({ name }) => fault('FORMAT_ERROR', 'header.repeated', name));
}

function malformed(header: HeaderValues, environment: Environment): Fault[] {
  const faults: Fault[] = [];
  for (const { name, key, form } of headerTable) {
    const value = header(key);
    if (value === undefined || form.accepts(value, environment)) continue;
    const { rule, params } = reasonOf(value, form);
    faults.push(fault('FORMAT_ERROR', rule, name, params));
  }
  return faults;
}

/** Why a form does not accept a value: its length and its characters are named before its form. */
function reasonOf(
  value: string,
  { schema: { maxLength = Infinity }, rule, params }: HeaderForm,
): Pick<HeaderForm, 'rule' | 'params'> {
  if (value.length > maxLength)
    return { rule: 'header.tooLong', params: { max: String(maxLength) } };
  if (!/^[\x20-\x7e]*$/.test(value)) return { rule: 'header.beyondAscii' };
  return { rule, ...defined({ params }) };
}

/** Two headers whose values deny each other. */
interface Contradiction {
  /** The header that the fault names, and the one that denies it. */
  readonly headers: readonly [named: string, other: string];
  readonly isMet: (header: HeaderValues) => boolean;
  readonly rule: TextKey;
}

/**
 * The pairs of headers that deny each other. A header that another one needs is not here: `headerTable`
 * requires it (PSU-ID needs TPP-Session-ID; CORPORATE with PSU-ID needs PSU-Corporate-ID).
 */
const contradictions: readonly Contradiction[] = [
  {
    headers: ['PSU-Context', 'PSU-Corporate-ID'],
    isMet: (header) =>
      header('psu-context') === 'PRIVATE' && header('psu-corporate-id') !== undefined,
    rule: 'header.privateAgreement',
  },
];

/**
 * The faults of headers that deny each other (rulings on identity). None for a route between the TPP and
 * the bank alone, which reads no header about a PSU.
 */
function contradictionFaults(
  header: HeaderValues,
  { kind }: Pick<RouteRequirements, 'kind'>,
): Fault[] {
  if (kind === 'service') return [];
  return contradictions
    .filter(({ isMet }) => isMet(header))
    .map(({ headers: [name], rule }) => fault('FORMAT_ERROR', rule, name));
}
