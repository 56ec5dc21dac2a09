import { headerTable } from '../request/header-table.js';
import * as requirements from '../request/route-requirements.js';
import type { RouteRequirements } from '../request/route-requirements.js';
import { openApiOf } from './open-api.js';
import { headerParameters } from './request-parameters.js';

/** What the description says of a header in an operation of a kind. */
function said(route: RouteRequirements, header: string): string {
  const one = headerParameters(route, 'all').find(({ name }) => name === header);
  return `${one?.required === true ? 'required: ' : ''}${one?.description ?? ''}`;
}

const everyRoute = Object.entries(requirements).filter(
  (one): one is [string, RouteRequirements] => typeof one[1] === 'object',
);

describe('the cases in which a header is sent, in the description', () => {
  it.each([
    ['PSU-ID', 'for a known PSU and for a company'],
    ['TPP-Session-ID', 'for a known PSU and for a company'],
    ['PSU-Context', 'at first contact and for a company'],
    ['PSU-Corporate-ID', 'for a company'],
  ])('says that an initiation sends %s %s', (header, where) => {
    expect(said(requirements.paymentInitiation, header)).toMatch(
      new RegExp(`^\\w[^.]+\\..* Sent ${where}\\.$`),
    );
  });

  it('names no first contact where the TPP has to know the PSU', () => {
    const { basketCreation, consentListing } = requirements;
    for (const route of [basketCreation, consentListing]) {
      expect(said(route, 'PSU-ID')).toMatch(/^required: (?!.*Sent)/);
      expect(said(route, 'PSU-Context')).toContain('Sent for a company.');
    }
  });

  it('asks a caller who lets the PSU pick the agreement for no agreement', () => {
    expect(said(requirements.consentCreation, 'PSU-Corporate-ID')).not.toContain('Sent');
  });

  it('says that no PSU takes part in what is between the TPP and the bank', () => {
    for (const header of ['PSU-ID', 'PSU-Context', 'TPP-Session-ID', 'TPP-Redirect-URI']) {
      expect(said(requirements.sandboxService, header)).toMatch(/Not needed here: no PSU/);
    }
  });

  it('asks for amount-as-string in the words of the header, whether or not the header is required', () => {
    for (const [, route] of everyRoute) {
      expect(said(route, 'x-accept-fix')).toMatch(
        /An initiation sends at least `amount-as-string`/,
      );
    }
  });

  it.each(everyRoute)('describes no header of %s by a combination of headers', (_name, route) => {
    for (const { name } of headerTable) {
      expect(said(route, name)).not.toMatch(/Required with|Required without|is required|, or with/);
    }
  });

  it('tells the three cases before the operations', () => {
    const bank = { routes: [], profile: {} as never, sealed: false, today: '2030-01-01' };
    const { info } = openApiOf({ ...bank, headers: 'all' });
    for (const name of ['First contact', 'A known PSU', 'A company']) {
      expect(info.description).toContain(`**${name}**`);
    }
  });
});
