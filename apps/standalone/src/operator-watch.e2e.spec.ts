import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { OperationsClient } from '@nordgate/operator/operations-client';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { operatedServices } from '@nordgate/contracts/commands';
import {
  accountOf,
  aDomesticPayment,
  eventually,
  meetPsu,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

let test: TestBank;
beforeAll(async () => {
  test = await startTestBank({ tracesKept: '500' });
});
afterAll(() => test.stop());

/** What the command prints, with the message of a failure as the last line. */
async function operator(...args: readonly string[]): Promise<string> {
  const said: string[] = [];
  const client = await OperationsClient.open({
    OPERATIONS_URL: test.bank.operationsUrl,
    NORDGATE_SECRETS_DIR: join(test.dataDir, 'secrets'),
  });
  const program = operatorProgram(client, (text) => void said.push(text));
  await program
    .parseAsync(args, { from: 'user' })
    .catch((error: unknown) => said.push(`failed: ${(error as Error).message}`));
  return said.join('\n');
}

describe('the operator looks at a bank in one process', () => {
  it('in one screen: every service, its release and its database', async () => {
    const status = await operator('status');
    for (const service of operatedServices) {
      expect(status).toMatch(new RegExp(`^${service} +ready +\\d`, 'm'));
    }
    expect(status).toMatch(/no run is open\nnothing to look at$/);
  });

  it('sees one request with its streams, its events and its spans of all services', async () => {
    const world = test.world();
    const [customer, creditor] = await setUpSandbox(world);
    await meetPsu(world, customer!);
    const requestId = randomUUID();
    const headers = { 'x-request-id': requestId };
    const body = aDomesticPayment({
      debtorAccount: { bban: accountOf(customer), currency: 'NOK' },
      creditorAccount: { bban: accountOf(creditor), currency: 'NOK' },
    });
    const { status } = await world.tpp.call({ method: 'POST', path: singlePath, body, headers });
    expect(status).toBe(201);
    let shown = '';
    await eventually('the reaction of sca is there', async () => {
      shown = await operator('request', requestId);
      return /events\.react +sca /.test(shown);
    });
    expect(shown).toMatch(new RegExp(` 201 POST ${singlePath}  PSDNO-FSA-900000001  ${requestId}`));
    expect(shown).toMatch(/^payments payment-[0-9a-f]{32}.*\n {2}1 PaymentInitiated/m);
    expect(shown).toMatch(/^http\.server\.request +/m);
    expect(shown).toMatch(/^ {2}command\.send +/m);
    expect(shown).toMatch(/^ {4}command\.decide +payments +InitiatePayment/m);
    // Nobody has touched the authorisation.
    expect(shown).not.toContain('sca authorisation-');
    expect(shown).not.toContain(accountOf(customer));
  });

  it('is told where to look for a request that nobody keeps', async () => {
    expect(await operator('request', randomUUID())).toMatch(
      /^failed: no gateway keeps this request/,
    );
  });
});
