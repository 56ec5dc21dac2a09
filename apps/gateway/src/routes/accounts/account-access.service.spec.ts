import { EventEmitter } from 'node:events';
import { createSecretKey } from 'node:crypto';
import type { AccountAccessAnswer, ReadableAccount } from '@nordgate/contracts/queries';
import { GetAccountAccess, GetReadableAccounts, GiveBackRead } from '@nordgate/contracts/queries';
import { publicIdOf } from '@nordgate/contracts/rules';
import { ServiceUnavailableError } from '@nordgate/service';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import type { Redirects } from '../../access/redirects.service.js';
import { fault, RequestError } from '../../reply/request-error.js';
import { AccountAccess } from './account-access.service.js';
import type { AskedRead } from './account-access.service.js';

const [a, b] = ['5f0a1c7e-0000-4000-8000-00000000000a', '5f0a1c7e-0000-4000-8000-00000000000b'];
const account = (accountId: string): ReadableAccount => ({
  ...{ kind: 'account', stream: `account-${accountId}`, accountId, bban: '1', iban: 'NO1' },
  ...{ currency: 'NOK', name: 'A', cashAccountType: 'CACC', product: 'P', status: 'enabled' },
  ownerName: 'Kari',
  balances: { currency: 'NOK', interimBooked: '1.00', interimAvailable: '1.00' },
});
const caller: Caller = {
  ...{ tpp: 'T', tppName: 'T AS', requestId: 'r', generation: 0 },
  ...{ psuId: 'psu-1', tppSessionId: 's' },
  ...{ psuIpAddress: '192.0.2.1', fixes: new Set<string>(), warnings: [], language: 'en' as const },
};
const allowed: AccountAccessAnswer = {
  ...{ access: 'allowed', customerId: 'cus-1', accounts: [a, b], cardAccounts: [], idKeys: {} },
};
const list: AskedRead<'accounts'> = { of: 'accounts', route: '/v1/accounts', counts: [] };
const keys = { A: createSecretKey(Buffer.alloc(32, 1)), B: createSecretKey(Buffer.alloc(32, 2)) };
const ids = { current: 'B', keys };
const idOf = (accountId: string, letter = 'B', kind: 'account' | 'card-account' = 'account') =>
  publicIdOf({ kind, streamId: accountId.replaceAll('-', '') }, 'T', ids, letter);

type Readable = readonly ReadableAccount[] | null | Error;

/** The access of a gateway whose neighbours answer this; what was asked is kept. */
function withAnswers(
  access: AccountAccessAnswer | Error,
  readable: Readable = [account(b)],
  method = 'GET',
  profile: object = {},
) {
  const asked: unknown[] = [];
  const links: Caller[] = [];
  const answer = (query: unknown) => {
    if (query instanceof GetAccountAccess) return access;
    if (query instanceof GetReadableAccounts) return readable;
    return query instanceof GiveBackRead ? true : new Error('nobody answers this question here');
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
  const edge = {
    now: () => new Date(),
    ...{
      queries: { ask },
      settings: { ids, profile: { fundsQuestionsWithoutPsu: 7, ...profile } },
    },
    readId: (id: string) =>
      id.startsWith('B') ? { kind: 'account', streamId: hexOf(id) } : undefined,
    publicId: (_kind: string, streamId: string, _caller: Caller, letter = 'B') =>
      `${letter}:${streamId}`,
  } as unknown as Edge;
  const reads = new AccountAccess(
    edge,
    { toAccess } as unknown as Redirects,
    {
      warn: () => undefined,
    } as never,
  );
  const raw = Object.assign(new EventEmitter(), { closed: false });
  const request = { method };
  const read = (change: Partial<Caller> = {}, one: AskedRead<'accounts'> = list) =>
    reads.read({ ...caller, ...change }, { raw, request } as never, one, (found) => found);
  const codes = (change: Partial<Caller> = {}, one = list) =>
    read(change, one).then(
      () => 'allowed',
      (error: unknown) =>
        error instanceof RequestError
          ? `${String(error.status)} ${error.faults.map((f) => ('code' in f ? f.code : '')).join()}`
          : error,
    );
  const back = () => asked.flatMap((one) => (one instanceof GiveBackRead ? [one.permit] : []));
  return { reads, read, codes, asked, links, back, raw };
}

const hexOf = (id: string) => Buffer.from(id.slice(2), 'base64url').subarray(0, 16).toString('hex');
const refused: AccountAccessAnswer = {
  access: 'refused',
  customerId: 'cus-1',
  code: 'CONSENT_EXPIRED',
};
const absent = { psuIpAddress: undefined } as unknown as Partial<Caller>;

describe('a read of accounts', () => {
  it('returns the granted accounts that the PSU can still view', async () => {
    const { read, asked } = withAnswers(allowed);
    const found = await read();
    expect(found.map((one) => one.account.accountId)).toEqual([b]);
    const readable = asked.find((one) => one instanceof GetReadableAccounts);
    expect(readable).toMatchObject({
      reader: { customerId: 'cus-1', corporateId: null },
      ids: [a, b],
    });
  });

  it('spends no permit for HEAD', async () => {
    const counted = { ...list, counts: ['balances'] } as const;
    const countsOf = (asked: readonly unknown[]) =>
      asked.flatMap((one) => (one instanceof GetAccountAccess ? [one.read] : []));
    const [get, head] = [withAnswers(allowed), withAnswers(allowed, [account(b)], 'HEAD')];
    await Promise.all([get.read(absent, counted), head.read(absent, counted)]);
    expect(countsOf(get.asked)).toEqual([expect.objectContaining({ kind: 'balances' })]);
    expect(countsOf(head.asked)).toEqual([null]);
  });

  it('wants figures for balances alone where the core is read, and does not say so to a copy', async () => {
    const withBalance = { ...list, counts: ['balances'] } as const;
    const saidTo = async (read: 'copy' | 'core', asked: AskedRead<'accounts'>, method?: string) => {
      const one = withAnswers(allowed, [account(b)], method, { accounts: { read } });
      await one.read({}, asked);
      return one.asked.flatMap((query) =>
        query instanceof GetReadableAccounts ? [query.withoutFigures] : [],
      );
    };
    expect(await saidTo('core', list)).toEqual([true]);
    expect(await saidTo('core', withBalance)).toEqual([undefined]);
    // The content of an answer to HEAD is made, and left out.
    expect(await saidTo('core', withBalance, 'HEAD')).toEqual([undefined]);
    expect(await saidTo('copy', list)).toEqual([undefined]);
  });

  it('names an account by the key under which the TPP knows it', async () => {
    const first = { ...allowed, idKeys: { [b]: 'A' } } as AccountAccessAnswer;
    const digits = b.replaceAll('-', '');
    expect((await withAnswers(first).read())[0]?.resourceId).toBe(`A:${digits}`);
    expect((await withAnswers(allowed).read())[0]?.resourceId).toBe(`B:${digits}`);
  });

  it.each([
    ['sca', new ServiceUnavailableError('sca is down'), []],
    ['accounts', allowed, new ServiceUnavailableError('accounts is down')],
  ])('is never allowed while %s does not answer', async (_who, access, readable) => {
    const { codes, links } = withAnswers(access, readable);
    expect(await codes()).toBeInstanceOf(ServiceUnavailableError);
    expect(links).toEqual([]);
  });

  it('counts as unattended without PSU-IP-Address', async () => {
    const { asked, codes } = withAnswers(allowed);
    await codes();
    await codes(absent);
    const needs = asked.flatMap((one) => (one instanceof GetAccountAccess ? [one.need] : []));
    expect(needs).toEqual(['recent', 'unattended']);
  });

  it('needs the hour of the session where old transactions are asked for with the PSU', async () => {
    const { asked, codes } = withAnswers(allowed);
    await codes({}, { ...list, isOld: true });
    await codes(absent, { ...list, isOld: true });
    const needs = asked.flatMap((one) => (one instanceof GetAccountAccess ? [one.need] : []));
    expect(needs).toEqual(['attended', 'unattended']);
  });

  it('names the accounts of a list whose reads are used up, and says that the hour is over', async () => {
    const until = '2026-11-20T10:00:00.000Z';
    const used = { ...allowed, exceeded: { ids: [b], until }, isSessionOver: true } as const;
    const { reads, read, raw } = withAnswers(used, [account(a), account(b)]);
    const found = await read();
    expect(found.map(({ exceededUntil }) => exceededUntil)).toEqual([undefined, until]);
    const session = await reads.read(
      caller,
      { raw, request: { method: 'GET' } } as never,
      list,
      (_found, one) => one,
    );
    expect(session).toEqual({ isOver: true });
  });

  it('reports why it is rejected, with a link for the same PSU', async () => {
    const { codes, links } = withAnswers(refused);
    expect(await codes()).toBe('401 CONSENT_EXPIRED');
    expect(links.map(({ psuId }) => psuId)).toEqual(['psu-1']);
  });

  it('is a first contact with a PSU-ID that was never issued', async () => {
    const { codes, links } = withAnswers({ access: 'unknown-psu' });
    expect(await codes({ corporateId: 'agr-1' })).toBe('401 CONSENT_UNKNOWN');
    expect(links.map((one) => [one.psuId, one.corporateId])).toEqual([[undefined, undefined]]);
  });

  it('is rejected without a link for the agreement of another PSU, granted or not', async () => {
    for (const answer of [allowed, refused]) {
      const { codes, links } = withAnswers(answer, null);
      expect(await codes({ corporateId: 'agr-2' })).toBe('401 PSU_CREDENTIALS_INVALID');
      expect(links).toEqual([]);
    }
  });

  it('is rejected with the time of the next one when the reads without the PSU are used up', async () => {
    const until = new Date(Date.now() + 90_500).toISOString();
    const { codes, read, links } = withAnswers({ access: 'exceeded', customerId: 'c', until });
    expect(await codes(absent)).toBe('429 ACCESS_EXCEEDED');
    const error = await read(absent).catch((one: unknown) => one as RequestError);
    const { headers, faults } = error as RequestError;
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(90);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(91);
    const said = faults[0] as unknown as { params: { until: string } };
    expect(Date.parse(said.params.until)).toBeGreaterThanOrEqual(Date.parse(until));
    expect(Date.parse(said.params.until)).toBeLessThan(Date.parse(until) + 1000);
    expect(links).toEqual([]);
  });
});

describe('a read of one account', () => {
  it('asks about that account alone', async () => {
    const { read, asked } = withAnswers(allowed);
    await read(absent, { ...list, id: idOf(b), counts: ['balances'] });
    const query = asked.find((one) => one instanceof GetAccountAccess);
    expect(query).toMatchObject({ read: { kind: 'balances', of: 'accounts', ids: [b] } });
  });

  it('is 404 for an id that was not made for this TPP, before sca is asked', async () => {
    const { codes, asked } = withAnswers(allowed);
    expect(await codes({}, { ...list, id: `X${idOf(b)}` })).toBe('404 RESOURCE_UNKNOWN');
    expect(asked).toEqual([]);
  });

  it('is 403 for an account that the PSU has not granted', async () => {
    const { codes } = withAnswers({ ...allowed, accounts: [a] });
    expect(await codes({}, { ...list, id: idOf(b) })).toBe('403 RESOURCE_UNKNOWN');
  });
});

describe('a counted read without the PSU', () => {
  const counted = { ...allowed, permit: 'p-1' } as AccountAccessAnswer;
  const balances = { ...list, counts: ['balances'] as const };

  it('keeps its permit until its answer is sent', async () => {
    const { read, back, raw } = withAnswers(counted);
    await read(absent, balances);
    Object.assign(raw, { headersSent: true, statusCode: 200 }).emit('close');
    expect(back()).toEqual([]);
  });

  it('gives its permit back before it is refused, and when accounts does not answer', async () => {
    for (const readable of [null, new ServiceUnavailableError('accounts is down')]) {
      const { codes, back } = withAnswers(counted, readable);
      await codes({ ...absent, corporateId: 'agr-1' }, balances);
      expect(back()).toEqual(['p-1']);
    }
  });

  it('of transactions with balances counts as both', async () => {
    const { read, asked } = withAnswers(counted);
    await read(absent, { ...list, counts: ['transactions', 'balances'] });
    const kinds = asked.flatMap((one) => (one instanceof GetAccountAccess ? [one.read?.kind] : []));
    expect(kinds).toEqual(['transactions', 'balances']);
  });
});

describe('a question about funds', () => {
  const asking = { method: 'POST', route: '/v1/funds-confirmations' } as const;
  const ask = async (
    access: AccountAccessAnswer,
    change: Partial<Caller> = {},
    about: { readonly accountId?: string; readonly isAnswered: boolean } = {
      ...{ accountId: b, isAnswered: true },
    },
  ) => {
    const { reads, asked, raw } = withAnswers(access);
    const outcome = await reads
      .requireFundsAccess(
        { ...caller, ...change },
        { raw, request: { method: 'GET' } } as never,
        asking,
        about,
      )
      .then(() => 'allowed')
      .catch((error: unknown) => error as RequestError);
    const [query] = asked.flatMap((one) => (one instanceof GetAccountAccess ? [one] : []));
    const code =
      typeof outcome === 'string' ? outcome : `${String(outcome.status)} ${codeOf(outcome)}`;
    return { code, outcome, read: query?.read, need: query?.need };
  };
  const codeOf = ({ faults }: RequestError) =>
    faults.map((f) => ('code' in f ? f.code : '')).join();

  it('counts for its account without the PSU, and not with the PSU', async () => {
    const counted = { kind: 'funds', of: 'accounts', ids: [b] };
    expect(await ask(allowed, absent)).toMatchObject({ code: 'allowed', read: counted });
    expect(await ask(allowed)).toMatchObject({ code: 'allowed', read: null, need: 'funds' });
  });

  it('does not count where it cannot be answered', async () => {
    expect(await ask(allowed, absent, { accountId: b, isAnswered: false })).toMatchObject({
      ...{ code: 'allowed', read: null },
    });
  });

  it('is refused alike for an account outside the grant and for an unknown one', async () => {
    const foreign = await ask({ ...allowed, accounts: [a] }, absent);
    const unknown = await ask(allowed, absent, { isAnswered: false });
    expect([foreign.code, unknown.code]).toEqual(['401 CONSENT_UNKNOWN', '401 CONSENT_UNKNOWN']);
  });

  it('is refused with the limit of the profile when the questions are used up', async () => {
    const until = new Date(Date.now() + 60_000).toISOString();
    const used = await ask({ access: 'exceeded', customerId: 'c', until }, absent);
    expect(used.code).toBe('429 ACCESS_EXCEEDED');
    expect((used.outcome as RequestError).faults[0]).toMatchObject({
      ...{ rule: 'funds.exceeded', params: { max: 7 } },
    });
  });
});
