import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountOf,
  aDomesticPayment,
  approveAt,
  PatientTpp,
  grantAt,
  refuseAt,
  setUpSandbox,
} from '@nordgate/testing';
import type { ListedCustomer } from '@nordgate/testing';
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
  });
  afterAll(async () => {
    await test.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const api = () => {
    const { gatewayUrl: baseUrl, trust } = test.bank;
    const tpp = new PatientTpp({
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
    expect(JSON.parse(run.out)).toHaveLength(8);
    const refused = await runCli(['send', 'GET', '/v1/nowhere', ...options]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('404, not sealed')]);
  });

  describe('as a command line that carries a journey', () => {
    let customer: ListedCustomer;
    const state = () => join(folder, 'state', 'psus.json');
    const options = () => [
      ...['--sandbox', folder, '--url', test.bank.gatewayUrl, '--state', state()],
    ];
    const payment = () => [
      '--from',
      accountOf(customer),
      '--to',
      '97104133219',
      '--creditor',
      'Kari',
    ];
    beforeAll(async () => {
      customer = (await setUpSandbox(test.world()))[0]!;
    });

    /** Runs a journey with a PSU who acts as soon as the command prints the address. */
    async function journey(args: readonly string[], act: (href: string) => Promise<URL>) {
      const lines: string[] = [];
      const given = new AbortController();
      let wayBack: Promise<unknown> = Promise.resolve();
      const err = (text: string) => {
        lines.push(text);
        const href = /The PSU approves at: (\S+)/.exec(text)?.[1];
        if (href === undefined) return;
        wayBack = act(href).then(fetch);
        // A PSU who fails at the page ends the journey, too.
        wayBack.catch(() => given.abort());
      };
      const interrupted = () => given.signal;
      const run = await runCli([...args, ...options()], { err, interrupted });
      await wayBack;
      return { ...run, err: lines.join('\n') };
    }
    const approve = (href: string) => approveAt(test.world(), href, customer);

    it('pays, and keeps the ids of the PSU where only the owner may read them', async () => {
      const run = await journey(['pay', '--amount', '125.50', ...payment()], approve);
      expect([run.code, run.out]).toEqual([0, expect.stringMatching(/^\S+ ACTC\n$/)]);
      expect(run.err).toMatch(
        /^1\. POST .*: RCVD, paymentId \S+\n2\. The PSU approves at: .*\n {3}Waiting .*\n3\. The PSU is back/,
      );
      expect((await stat(state())).mode & 0o777).toBe(0o600);
      expect(await readFile(state(), 'utf8')).toMatch(/"psuId": "\S+",\n\s+"tppSessionId": "\S+"/);
    });

    it('meets a new PSU, and pays two amounts in a basket', async () => {
      const amounts = ['--amount', '1.10', '--amount', '2', '--new-psu'];
      const run = await journey(['basket', ...amounts, ...payment()], approve);
      expect([run.code, run.out]).toEqual([0, expect.stringMatching(/^\S+ ACTC\n$/)]);
      expect(run.err).toContain('1. The bank wants the PSU first: 401 SCA_NOT_FOUND');
      expect(run.err).toMatch(/6\. POST \/v1\/signing-baskets: RCVD/);
    });

    it('gets a consent, and then lists accounts, balances and transactions', async () => {
      const bbans = [accountOf(customer)];
      const granted = await journey(['consent'], (href) =>
        grantAt(test.world(), href, customer, { bbans }),
      );
      expect([granted.code, granted.out]).toEqual([0, expect.stringMatching(/^\S+ valid\n$/)]);
      const run = await runCli(['accounts', ...options()]);
      expect(run.code).toBe(0);
      expect(run.out).toContain(`${bbans.join()}  `);
      expect(run.out).toMatch(/^ {2}interimAvailable +-?\d+\.\d\d NOK$/m);
      expect(run.out).toMatch(/^ {2}\d{4}-\d\d-\d\d {9} +-?\d+\.\d\d NOK {2}\S/m);
      const json = await runCli(['accounts', '--json', ...options()]);
      expect(JSON.parse(json.out)).toMatchObject([{ account: { bban: bbans[0] } }]);
    });

    it('asks for a consent first where a new PSU has none', async () => {
      const run = await journey(['accounts', '--new-psu'], (href) =>
        grantAt(test.world(), href, customer, { bbans: [accountOf(customer)] }),
      );
      expect([run.code, run.err]).toEqual([0, expect.stringContaining('401 CONSENT_UNKNOWN')]);
    });

    it('ends with 1 when the PSU refuses, and says so', async () => {
      const run = await journey(['pay', '--amount', '1', ...payment()], (href) =>
        refuseAt(test.world(), href, customer),
      );
      expect([run.code, run.out]).toEqual([1, '']);
      expect(run.err).toContain('error: the PSU did not approve: ');
    });

    it('prints the faults of the bank in one line', async () => {
      const wrong = ['--from', accountOf(customer), '--to', '97104133210', '--creditor', 'Kari'];
      const run = await runCli(['pay', '--amount', '0', ...wrong, ...options()]);
      expect(run.code).toBe(1);
      expect(run.err).toMatch(
        /^error: 400 FORMAT_ERROR at \/instructedAmount\/amount: .*; FORMAT_ERROR at \/creditorAccount\/bban: .*\n$/,
      );
    });

    it('ends with 5 when the PSU takes too long, and with 130 by Ctrl-C', async () => {
      const pay = ['pay', '--amount', '1', ...payment(), ...options()];
      const late = await runCli([...pay, '--wait', '1']);
      expect([late.code, late.err]).toEqual([5, expect.stringContaining('not decided in time')]);
      const interrupted = await runCli(pay, { interrupted: () => AbortSignal.abort() });
      expect([interrupted.code, interrupted.out]).toEqual([130, '']);
    });

    it('takes the way back by hand when the TPP has another redirect URI', async () => {
      const own = ['--redirect-uri', 'https://tpp.example/back', '--new-psu'];
      const reading = await runCli(['accounts', ...own, ...options()]);
      expect(reading.code).toBe(1);
      const href = /approves at: (\S+)/.exec(reading.err)?.[1] ?? '';
      const choice = { bbans: [accountOf(customer)] };
      const back = await grantAt(test.world(), href, customer, choice);
      await rm(state());
      const saved = await runCli(['redirect', '--save', back.href, ...options()]);
      expect(saved.code).toBe(0);
      expect((await runCli(['accounts', ...options()])).out).toContain(accountOf(customer));
    });
  });
});
