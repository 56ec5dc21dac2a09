import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aDomesticPayment, DescribedTpp } from '@nordgate/testing';
import { BankApi, BankError } from '@nordgate/tpp-client';
import { runCli } from '@nordgate/tpp-client/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const product = 'payments/norwegian-domestic-credit-transfers';
const psu = { psuId: '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', tppSessionId: 's-1' };

describe('the TPP client at the bank', () => {
  let test: TestBank;
  let folder: string;
  beforeAll(async () => {
    test = await startTestBank();
    folder = await mkdtemp(join(tmpdir(), 'nordgate-client-'));
    const { demoTpp, bankSeal } = test.bank.trust;
    await writeFile(join(folder, 'demo-tpp.pem'), demoTpp.certificate);
    await writeFile(join(folder, 'demo-tpp.key.pem'), demoTpp.key);
    await writeFile(join(folder, 'bank-seal.pem'), bankSeal.certificate);
  }, 60_000);
  afterAll(async () => {
    await test.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const api = () => {
    const { gatewayUrl: baseUrl, trust } = test.bank;
    const tpp = new DescribedTpp({
      baseUrl,
      identity: trust.demoTpp,
      redirectUri: 'https://tpp.example/back',
      seal: {
        authorities: [trust.ca.certificate],
        organizationIdentifier: 'PSDNO-FSA-900000002',
      },
    });
    tpp.actFor(psu);
    return new BankApi(tpp);
  };

  it('makes payments and a basket, with every answer sealed by the bank', async () => {
    const bank = api();
    const made = await bank.createPayment(product, aDomesticPayment());
    expect(made).toMatchObject({ transactionStatus: 'RCVD' });
    expect(made.scaRedirect).toContain('/sign/');
    const basket = await bank.createBasket([made.paymentId]);
    expect(await bank.basketStatus(basket.basketId)).toMatchObject({ transactionStatus: 'RCVD' });
  });

  it('throws for a missing session, with the link to a new session', async () => {
    const refusal: unknown = await api()
      .user()
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BankError);
    expect(refusal).toMatchObject({
      status: 401,
      tppMessages: [{ code: 'SCA_NOT_FOUND' }],
      scaRedirect: expect.stringContaining('http') as string,
    });
  });

  it('works as a command line', async () => {
    const options = ['--sandbox', folder, '--url', test.bank.gatewayUrl];
    const run = await runCli(['send', 'GET', '/v1/sandbox/customers', ...options]);
    expect([run.code, run.err]).toEqual([0, '200, sealed by the bank\n']);
    expect(JSON.parse(run.out)).toHaveProperty('customers');
    const refused = await runCli(['send', 'GET', '/v1/nowhere', ...options]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('404, not sealed')]);
  });
});
