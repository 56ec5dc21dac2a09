import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aDomesticPayment, codesOf, meetPsu, setUpSandbox, singlePath } from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const sandbox = join(import.meta.dirname, '../../../libs/contracts/profiles/sandbox.yaml');
const ndct = '  - name: norwegian-domestic-credit-transfers\n';
/** Every moment of a day comes after this cut-off. */
const terms = `${ndct}    amountMax: { amount: '1000', currency: NOK }\n    cutOff: '00:00'\n`;

/** What a payment with an exchange of currencies needs besides (specification 9). */
const abroad = {
  creditorAddress: { townName: 'Oslo', country: 'NO' },
  creditorAgent: 'DNBANOKK',
};

describe('a bank with a limit and a cut-off', () => {
  let folder: string;
  let test: TestBank;
  let world: World;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-limits-'));
    const profileFile = join(folder, 'bank.yaml');
    await writeFile(profileFile, (await readFile(sandbox, 'utf8')).replace(ndct, terms));
    test = await startTestBank({ profileFile });
    world = test.world();
    const [customer] = await setUpSandbox(world);
    await meetPsu(world, customer!);
  });
  afterAll(async () => {
    await test.stop();
    await rm(folder, { recursive: true });
  });

  const initiated = (amount: string, requestId: string = randomUUID(), currency = 'NOK') =>
    world.tpp.call({
      method: 'POST',
      path: singlePath,
      headers: { 'x-request-id': requestId },
      body: aDomesticPayment({
        instructedAmount: { amount, currency },
        ...(currency === 'NOK' ? {} : abroad),
      }),
    });

  it('rejects a payment above the limit', async () => {
    const answer = await initiated('1000.01');
    expect(answer.status).toBe(400);
    expect(codesOf(answer)).toEqual(['FORMAT_ERROR']);
    expect((answer.json as { tppMessages: object[] }).tppMessages[0]).toMatchObject({
      path: '/instructedAmount/amount',
      text: 'One payment of this product is at most 1000.00 NOK.',
    });
  });

  it('rejects a payment in a currency that cannot be compared with the limit', async () => {
    const answer = await initiated('0.01', randomUUID(), 'EUR');
    expect(codesOf(answer)).toContain('FORMAT_ERROR');
    expect((answer.json as { tppMessages: object[] }).tppMessages).toMatchObject([
      { path: '/instructedAmount/currency' },
    ]);
  });

  it('warns with the day of receipt after the cut-off, also in a repeat', async () => {
    const requestId = randomUUID();
    const first = await initiated('1000', requestId);
    expect(first.status).toBe(201);
    expect((first.json as { tppMessages: object[] }).tppMessages).toMatchObject([
      { category: 'WARNING', code: 'EXECUTION_DATE_INVALID', path: '/requestedExecutionDate' },
    ]);
    expect((await initiated('1000', requestId)).json).toEqual(first.json);
  });
});
