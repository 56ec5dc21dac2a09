import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  aDomesticPayment,
  accountOf,
  codesOf,
  approveAt,
  meetPsu,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
/** Its price in the sandbox: a payment with a fee is not exempt. */
const instantPrice = /(?<=-straks\n.*\n) +price: .*\n/u;
const sandbox = join(import.meta.dirname, '../../../libs/contracts/profiles/sandbox.yaml');

const countMax = 5;
const rule = `
exemptions:
  ownAccountsBelow: { amount: '500', currency: NOK }
  ownAccountsDailyCountMax: ${String(countMax)}
  ownAccountsDailySumMax: { amount: '700', currency: NOK }`;

interface Created {
  readonly paymentId: string;
  readonly transactionStatus: string;
  readonly _links: Readonly<Record<string, { readonly href: string }>>;
}

describe('a transfer between accounts of one PSU below the limit of the profile', () => {
  let folder: string;
  let test: TestBank;
  let world: World;
  let own: readonly string[];
  let foreign: string;
  let others: readonly ListedCustomer[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-exemption-'));
    const profileFile = join(folder, 'bank.yaml');
    const terms = (await readFile(sandbox, 'utf8')).replace(instantPrice, '');
    await writeFile(profileFile, `${terms}\n${rule}\n`);
    test = await startTestBank({ profileFile });
    world = test.world();
    const [first, ...rest] = await setUpSandbox(world);
    others = rest;
    own = first!.accounts.map(({ bban }) => bban);
    foreign = accountOf(rest[0]);
    await meetPsu(world, first!);
  });
  afterAll(async () => {
    await test.stop();
    await rm(folder, { recursive: true });
  });

  const body = (to: string, amount = '125.50') =>
    aDomesticPayment({
      instructedAmount: { amount, currency: 'NOK' },
      debtorAccount: { bban: own[0], currency: 'NOK' },
      creditorAccount: { bban: to, currency: 'NOK' },
    });
  const post = (path: string, to: string, headers: Record<string, string> = {}, amount?: string) =>
    world.tpp.call({ method: 'POST', path, body: body(to, amount), headers });
  const get = async (path: string) => (await world.tpp.call({ method: 'GET', path })).json;

  it.each([
    ['domestic', singlePath],
    ['instant', instantPath],
  ])('is ACTC at once without a link for the PSU: %s', async (_what, path) => {
    const answer = await post(path, own[1]!);
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      psuMessage: expect.stringContaining('need not') as string,
    });
    const { paymentId, transactionStatus, _links } = answer.json as Created;
    expect([transactionStatus, Object.keys(_links)]).toEqual([
      'ACTC',
      ['self', 'status', 'scaStatus'],
    ]);
    expect(await get(`${path}/${paymentId}/status`)).toMatchObject({ transactionStatus: 'ACTC' });
    expect(await get(_links.scaStatus!.href)).toMatchObject({ scaStatus: 'exempted' });
    const again = await world.tpp.call({
      method: 'POST',
      path: `${path}/${paymentId}/authorisations`,
    });
    expect([again.status, codesOf(again)]).toEqual([409, ['CONFLICT']]);
  });

  it('gets the same answer when it is repeated', async () => {
    const headers = { 'x-request-id': '5b1a6f1e-6a55-4d1b-9a1c-3f2f0c1d2e3f' };
    const first = await post(singlePath, own[1]!, headers);
    expect((await post(singlePath, own[1]!, headers)).json).toEqual(first.json);
  });

  it.each([
    ["to somebody else's account", () => post(singlePath, foreign)],
    ['from the limit on', () => post(singlePath, own[1]!, {}, '500.00')],
    [
      'in a session that no SCA has begun',
      () => post(singlePath, own[1]!, { 'tpp-session-id': randomUUID() }),
    ],
    [
      "of a PSU-ID that is nobody's",
      () => post(singlePath, own[1]!, { 'psu-id': '0d5cb3a8-5d0c-4d59-9f0e-6f7a4f2b9c11' }),
    ],
  ])('needs SCA %s', async (_what, asking) => {
    const { transactionStatus, _links } = (await asking()).json as Created;
    expect(transactionStatus).toBe('RCVD');
    expect(_links.scaRedirect?.href).toMatch(/^http/);
  });

  /** Transfers 1.00 NOK, or another amount, between the accounts of a customer who has met this TPP. */
  const transfer = async ({ tpp }: World, { accounts }: ListedCustomer, amount = '1.00') => {
    const [from, to] = accounts.map(({ bban }) => ({ bban, currency: 'NOK' }));
    const instructedAmount = { amount, currency: 'NOK' };
    const payment = aDomesticPayment({
      instructedAmount,
      debtorAccount: from!,
      creditorAccount: to!,
    });
    const answer = await tpp.call({ method: 'POST', path: singlePath, body: payment });
    return { ...(answer.json as Created), approach: answer.headers['aspsp-sca-approach'] };
  };

  it('needs SCA above the largest count of the day', async () => {
    const customer = others[1]!;
    const one = await newWorld('831000001');
    await meetPsu(one, customer);
    const statuses: string[] = [];
    for (let n = 0; n < countMax; n += 1) {
      statuses.push((await transfer(one, customer)).transactionStatus);
    }
    expect(statuses).toEqual(Array<string>(countMax).fill('ACTC'));
    const { transactionStatus, approach, _links } = await transfer(one, customer);
    expect([transactionStatus, approach]).toEqual(['RCVD', 'REDIRECT']);
    const back = await approveAt(one, _links.scaRedirect!.href, customer);
    expect(back.searchParams.get('result') ?? back.search).not.toContain('PAYMENT_FAILED');
  });

  it('needs SCA one øre above the largest sum of the day', async () => {
    const customer = others[2]!;
    const one = await newWorld('831000003');
    await meetPsu(one, customer);
    expect((await transfer(one, customer, '350.00')).transactionStatus).toBe('ACTC');
    expect((await transfer(one, customer, '350.01')).transactionStatus).toBe('RCVD');
    expect((await transfer(one, customer, '350.00')).transactionStatus).toBe('ACTC');
    expect((await transfer(one, customer, '0.01')).transactionStatus).toBe('RCVD');
  });

  const newWorld = async (id: string): Promise<World> => ({
    ...test.world(),
    tpp: await test.newTpp(`PSDNO-FSA-${id}`),
  });
});
