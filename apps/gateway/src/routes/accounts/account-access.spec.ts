import type { AccessAnswer, ActingCustomer } from '@nordgate/contracts/queries';
import { GetAccess, GetActingCustomer } from '@nordgate/contracts/queries';
import { ServiceUnavailableError } from '@nordgate/service';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.js';
import type { Redirects } from '../../access/redirects.js';
import { fault, RequestError } from '../../reply/request-error.js';
import { AccountAccess } from './account-access.js';

const account = (accountId: string) =>
  ({
    accountId,
    bban: accountId,
    iban: `NO${accountId}`,
    currency: 'NOK',
    name: 'A',
    cashAccountType: 'CACC',
  }) as const;
const kari: ActingCustomer = {
  customerId: 'cus-1',
  name: 'Kari',
  contexts: [
    { context: 'PRIVATE', name: 'Kari', debitable: [], viewable: [account('a'), account('b')] },
    { context: 'CORPORATE', corporateId: 'agr-1', name: 'Fisk', debitable: [], viewable: [] },
  ],
};
const caller: Caller = {
  ...{ tpp: 'T', tppName: 'T AS', requestId: 'r', generation: 0 },
  ...{ psuId: 'psu-1', tppSessionId: 's' },
  ...{ psuIpAddress: '192.0.2.1', fixes: new Set<string>(), warnings: [], language: 'en' as const },
};
const allowed: AccessAnswer = { access: 'allowed', customerId: 'cus-1', accounts: ['b', 'gone'] };

/** The access of a gateway whose neighbours answer this; what was asked is kept. */
function withAnswers(access: AccessAnswer | Error, customer: ActingCustomer | Error = kari) {
  const asked: unknown[] = [];
  const links: Caller[] = [];
  const answer = (query: unknown) => {
    if (query instanceof GetAccess) return access;
    if (query instanceof GetActingCustomer) return customer;
    return new Error('nobody answers this question here');
  };
  const ask = (query: unknown) => {
    asked.push(query);
    const one = answer(query);
    return one instanceof Error ? Promise.reject(one) : Promise.resolve(one);
  };
  const toAccess = (
    one: Caller,
    _asking: unknown,
    { code, rule }: Parameters<Redirects['toAccess']>[2],
  ) => {
    links.push(one);
    return Promise.resolve(new RequestError([fault(code, rule)]));
  };
  const edge = { queries: { ask } } as unknown as Edge;
  const reads = new AccountAccess(edge, { toAccess } as unknown as Redirects);
  const readable = (change: Partial<Caller> = {}) =>
    reads.readable({ ...caller, ...change }, '/v1/accounts');
  const codes = (change: Partial<Caller> = {}) =>
    readable(change).then(
      () => 'allowed',
      (error: unknown) =>
        error instanceof RequestError
          ? error.faults.map((one) => ('code' in one ? one.code : '')).join()
          : error,
    );
  return { reads, readable, codes, asked, links };
}

const refused: AccessAnswer = {
  access: 'refused',
  customerId: 'cus-1',
  code: 'CONSENT_EXPIRED',
};

describe('a read of accounts', () => {
  it('returns the granted accounts that still exist', async () => {
    const { accounts, context } = await withAnswers(allowed).readable();
    expect([context.name, accounts.map(({ accountId }) => accountId)]).toEqual(['Kari', ['b']]);
  });

  it.each([
    ['sca', new ServiceUnavailableError('sca is down'), kari],
    ['accounts', allowed, new ServiceUnavailableError('accounts is down')],
  ])('is never allowed while %s does not answer', async (_who, access, customer) => {
    const { codes, links } = withAnswers(access, customer);
    expect(await codes()).toBeInstanceOf(ServiceUnavailableError);
    expect(links).toEqual([]);
  });

  it('counts as unattended without PSU-IP-Address', async () => {
    const { asked, codes, reads } = withAnswers(allowed);
    await codes();
    const { psuIpAddress, ...absent } = caller;
    expect(psuIpAddress).toBeDefined();
    await reads.readable(absent, '/v1/accounts');
    const needs = asked.flatMap((one) => (one instanceof GetAccess ? [one.need] : []));
    expect(needs).toEqual(['attended', 'unattended']);
  });

  it('reports why it is rejected, with a link for the same PSU', async () => {
    const { codes, links } = withAnswers(refused);
    expect(await codes()).toBe('CONSENT_EXPIRED');
    expect(links.map(({ psuId }) => psuId)).toEqual(['psu-1']);
  });

  it('is a first contact with a PSU-ID that was never issued', async () => {
    const { codes, links } = withAnswers({ access: 'unknown-psu' });
    expect(await codes({ corporateId: 'agr-1' })).toBe('CONSENT_UNKNOWN');
    expect(links.map((one) => [one.psuId, one.corporateId])).toEqual([[undefined, undefined]]);
  });

  it('is rejected without a link for the agreement of another PSU, granted or not', async () => {
    for (const answer of [allowed, refused]) {
      const { codes, links } = withAnswers(answer);
      expect(await codes({ corporateId: 'agr-2' })).toBe('PSU_CREDENTIALS_INVALID');
      expect(links).toEqual([]);
    }
  });
});
