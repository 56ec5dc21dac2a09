import { headerValuesOf, isRequired } from '../request/header-table.js';
import type { HeaderRow } from '../request/header-table.js';
import type { RouteRequirements } from '../request/route-requirements.js';

const psuId = 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47';

type SentHeaders = Readonly<Record<string, string>>;

/** A case of a TPP: how the description names it, and what a request of it sends to say so. */
interface PsuCase {
  readonly name: string;
  readonly sent: SentHeaders;
}

const knownPsu: SentHeaders = { 'psu-id': psuId };
const company: SentHeaders = { ...knownPsu, 'psu-context': 'CORPORATE' };

/** What the description says once, before all operations, about the cases that its headers name. */
export const psuCasesText: readonly string[] = [
  'Four headers say who the PSU is. There are three cases:',
  '',
  '- **First contact**: the TPP does not know the PSU yet. It sends no PSU-ID; an initiation has PSU-Context instead.',
  '  The PSU comes back from the bank with PSU-ID and TPP-Session-ID in the address.',
  '- **A known PSU**: PSU-ID and TPP-Session-ID.',
  '- **A company**: the same, with PSU-Context CORPORATE and PSU-Corporate-ID (from GET /v1/agreements).',
];

/** The cases that a route serves. First contact is none where the route is about a PSU that the TPP knows. */
function casesOf(route: RouteRequirements, psuIdRow: HeaderRow): readonly PsuCase[] {
  const sent = firstContactOf(route);
  const known = [
    { name: 'for a known PSU', sent: knownPsu },
    { name: 'for a company', sent: company },
  ];
  const isMet = !isRequired(psuIdRow, route, headerValuesOf(sent));
  return isMet ? [{ name: 'at first contact', sent }, ...known] : known;
}

/** What a request sends in place of PSU-ID while the TPP does not know the PSU. */
export function firstContactOf({ kind, firstContact }: RouteRequirements): SentHeaders {
  return kind === 'initiation' && firstContact === true ? { 'psu-context': 'PRIVATE' } : {};
}

/** What a request about a known PSU sends. */
export const knownPsuHeaders = knownPsu;

/** Headers of the PSU and of the way back: a call between the TPP and the bank alone needs none. */
export const isOfPsu = ({ name }: HeaderRow) => /^(?:PSU|TPP)-/.test(name);

/** Whether every case of a route requires a header, and the sentence that says in which it is sent; empty when in all or none. */
export function needOf(
  row: HeaderRow,
  route: RouteRequirements,
  psuIdRow: HeaderRow,
): { readonly required: boolean; readonly sentence: string } {
  if (route.kind === 'service' && isOfPsu(row)) {
    const isNamed = row.required !== undefined || row.key in company;
    return { required: false, sentence: isNamed ? 'Not needed here: no PSU takes part.' : '' };
  }
  const isNeeded = (sent: SentHeaders) => isRequired(row, route, headerValuesOf(sent));
  if ([{}, knownPsu, company, firstContactOf(route)].every(isNeeded)) {
    return { required: true, sentence: '' };
  }
  const cases = casesOf(route, psuIdRow);
  const where = cases.filter(({ sent }) => row.key in sent || isNeeded(sent));
  const isEverywhere = where.length === cases.length;
  const names = isEverywhere ? 'in every case' : where.map(({ name }) => name).join(' and ');
  return { required: false, sentence: names === '' ? '' : `Sent ${names}.` };
}
