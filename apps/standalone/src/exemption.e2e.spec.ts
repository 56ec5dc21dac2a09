import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  aDomesticPayment,
  accountOf,
  codesOf,
  meetPsu,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const sandbox = join(import.meta.dirname, '../../../libs/contracts/profiles/sandbox.yaml');

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
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-exemption-'));
    const profileFile = join(folder, 'bank.yaml');
    const rule = `exemptions: { ownAccountsBelow: { amount: '500', currency: NOK } }`;
    await writeFile(profileFile, `${await readFile(sandbox, 'utf8')}\n${rule}\n`);
    test = await startTestBank({ profileFile });
    world = test.world();
    const [first, second] = await setUpSandbox(world);
    own = first!.accounts.map(({ bban }) => bban);
    foreign = accountOf(second);
    await meetPsu(world, first!);
  }, 60_000);
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
    expect(await get(_links.scaStatus!.href)).toEqual({ scaStatus: 'exempted' });
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
      "of a PSU-ID that is nobody's",
      () => post(singlePath, own[1]!, { 'psu-id': '0d5cb3a8-5d0c-4d59-9f0e-6f7a4f2b9c11' }),
    ],
  ])('needs SCA %s', async (_what, asking) => {
    const { transactionStatus, _links } = (await asking()).json as Created;
    expect(transactionStatus).toBe('RCVD');
    expect(_links.scaRedirect?.href).toMatch(/^http/);
  });
});
