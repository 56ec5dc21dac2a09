import fc from 'fast-check';
import { redirectAddress } from '@nordgate/contracts/rules';
import { fold } from '@nordgate/decider';
import { authorisationStream } from '../../authorisation/authorisation.js';
import { failedBecause } from '../../authorisation/failures.js';
import { anInitiator, inTime, opened } from '../../testing/an-authorisation.js';
import { idKeys } from '../../testing/agreement-ids.js';
import { contentSecurityPolicy } from '../security/security-headers.js';
import { exitOf } from './exit.js';

const scheme = fc.constantFrom('https://', 'http://', 'https:', 'HTTPS://', 'ftp://', '//', '');
const userInfo = fc.constantFrom('', '', '', '', 'user@', 'user:secret@', '@', ':@');
const label = fc.string({
  unit: fc.constantFrom('a', 'Z', '7', '-', '_', '*', ';', '%', "'", ' '),
  maxLength: 4,
});
const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.constantFrom('localhost', '127.0.0.1', '[::1]', 'my_app.example', 'blåbær.example'),
  fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
);
const names = ['psu-id', 'code', 'context', '%63ode', 'state', 'a+b', '%zz', 'system', 'message'];
const query = fc
  .array(fc.tuple(fc.constantFrom(...names), fc.constantFrom('', '=', '=own', '=a%20b')))
  .map((pairs) => pairs.map((pair) => pair.join('')).join('&'));
const uri = fc
  .tuple(scheme, userInfo, host, fc.constantFrom('', ':8443', ':0', ':x'), query)
  .map(([start, user, name, port, own]) => `${start}${user}${name}${port}/back?${own}#top`);
const environment = fc.constantFrom('sandbox', 'production');

const exitTo = (redirectUri: string, of: 'sandbox' | 'production') => {
  const initiator = anInitiator({ redirectUri });
  const events = [opened({ initiator }), failedBecause('not-approvable', inTime)];
  const authorisation = fold(authorisationStream, events);
  return exitOf(authorisation, 'conflict', { environment: of, language: 'en', ids: idKeys });
};

describe('the redirect to a TPP-Redirect-URI', () => {
  it('exists for exactly the addresses that the gateway takes', () => {
    fc.assert(
      fc.property(uri, environment, (address, of) => {
        const isTaken = redirectAddress(address, of) !== undefined;
        expect(exitTo(address, of) !== undefined).toBe(isTaken);
      }),
      { numRuns: 2000 },
    );
  });

  it('leads to the host of the address, with each parameter of the bank once', () => {
    fc.assert(
      fc.property(uri, environment, (address, of) => {
        const exit = exitTo(address, of);
        fc.pre(exit !== undefined);
        const to = new URL(exit.href);
        expect([to.origin, to.pathname, to.hash]).toEqual([
          new URL(address).origin,
          new URL(address).pathname,
          '#top',
        ]);
        for (const name of ['system', 'status', 'code', 'message']) {
          expect(to.searchParams.getAll(name)).toHaveLength(1);
        }
        for (const name of ['psu-id', 'context']) expect(to.searchParams.has(name)).toBe(false);
        expect(to.searchParams.get('code')).toBe('CONFLICT');
      }),
      { numRuns: 1000 },
    );
  });

  it('adds one form target to the policy of the page, and no other directive', () => {
    fc.assert(
      fc.property(uri, environment, (address, of) => {
        const exit = exitTo(address, of);
        fc.pre(exit !== undefined);
        const policy = contentSecurityPolicy({ formTarget: exit.origin });
        expect(policy.split(';')).toHaveLength(contentSecurityPolicy().split(';').length);
        expect(policy).toMatch(/form-action 'self' https?:(?:\/\/[a-z0-9.-]+(?::\d+)?)?;/);
      }),
      { numRuns: 1000 },
    );
  });
});
