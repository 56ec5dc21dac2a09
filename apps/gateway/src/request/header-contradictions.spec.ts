import { headerFaults } from './check-headers.js';
import { headerValuesOf } from './header-table.js';
import * as everyRequirements from './route-requirements.js';
import type { RouteRequirements } from './route-requirements.js';

const uuid = '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10';
const others = {
  'x-request-id': uuid,
  'x-accept-fix': 'amount-as-string',
  'tpp-redirect-uri': 'https://tpp.example/back',
  'psu-ip-address': '192.0.2.7',
};

/** What a request says about its PSU. `named` is a PSU-ID with a TPP-Session-ID. */
type Psu = 'nobody' | 'named' | 'without session';
type Context = '-' | 'PRIVATE' | 'CORPORATE';
type Agreement = '-' | 'agreement';

const agreed = '';
const denied = 'FORMAT_ERROR PSU-Context';
const noSession = 'HTTP_HEADER_REQUIRED TPP-Session-ID';
const noAgreement = 'HTTP_HEADER_REQUIRED PSU-Corporate-ID';

/** Every combination of what a request can say about a PSU, with its faults (rulings on identity). */
const table: readonly (readonly [Psu, Context, Agreement, string])[] = [
  ['nobody', '-', '-', agreed],
  ['nobody', '-', 'agreement', agreed],
  ['nobody', 'PRIVATE', '-', agreed],
  ['nobody', 'PRIVATE', 'agreement', denied],
  ['nobody', 'CORPORATE', '-', agreed],
  ['nobody', 'CORPORATE', 'agreement', agreed],
  ['named', '-', '-', agreed],
  ['named', '-', 'agreement', agreed],
  ['named', 'PRIVATE', '-', agreed],
  ['named', 'PRIVATE', 'agreement', denied],
  ['named', 'CORPORATE', '-', noAgreement],
  ['named', 'CORPORATE', 'agreement', agreed],
  ['without session', '-', '-', noSession],
  ['without session', '-', 'agreement', noSession],
  ['without session', 'PRIVATE', '-', noSession],
  ['without session', 'PRIVATE', 'agreement', `${noSession}, ${denied}`],
  ['without session', 'CORPORATE', '-', `${noSession}, ${noAgreement}`],
  ['without session', 'CORPORATE', 'agreement', noSession],
];

/** The requirements of every route, by name. */
const kinds = Object.entries(everyRequirements).filter(
  (entry): entry is [string, RouteRequirements] => typeof entry[1] === 'object',
);

function needsPsu(route: RouteRequirements, hasContext: boolean): boolean {
  if (route.kind === 'initiation') return !(route.firstContact === true && hasContext);
  return route.kind === 'funds' || route.psuRequired === true;
}

/** Faults that a kind of route adds to, or takes from, the table. */
function faultsFor(route: RouteRequirements, [psu, context, , faults]: (typeof table)[number]) {
  if (route.kind === 'service') return [];
  const isMissing = needsPsu(route, context !== '-') && psu === 'nobody';
  const missing = isMissing ? ['HTTP_HEADER_REQUIRED PSU-ID'] : [];
  const isWithoutSession = route.kind === 'funds' || route.psuRequired === true;
  const session = !isWithoutSession && missing.length > 0 ? [noSession] : [];
  const taken = new Set([
    ...(isWithoutSession ? [noSession] : []),
    ...(route.picksAgreement === true ? [noAgreement] : []),
  ]);
  const named = faults.split(', ').filter((one) => one !== '' && !taken.has(one));
  return [...missing, ...session, ...named];
}

describe('headers about a PSU', () => {
  it('are judged in every combination', () => {
    expect(new Set(table.map((row) => row.slice(0, 3).join())).size).toBe(3 * 3 * 2);
  });

  it.each(kinds)('that contradict each other are 400 on a route of %s', (_name, route) => {
    for (const row of table) {
      const [psu, context, agreement] = row;
      const header = headerValuesOf({
        ...others,
        ...(psu !== 'nobody' && { 'psu-id': uuid }),
        ...(psu === 'named' && { 'tpp-session-id': 's-1' }),
        ...(context !== '-' && { 'psu-context': context }),
        ...(agreement !== '-' && { 'psu-corporate-id': uuid }),
      });
      const faults = headerFaults(header, route, 'sandbox');
      expect([row, faults.map(({ code, path }) => `${code} ${path}`).sort()]).toEqual([
        row,
        faultsFor(route, row).sort(),
      ]);
    }
  });
});
