import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { approveAt, grantAt, setUpSandbox } from '@nordgate/testing';
import type { ListedCustomer } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const page = readFileSync(
  join(import.meta.dirname, '../../../docs/tutorials/first-payment.md'),
  'utf8',
);

/** The blocks of a language on the page, as one program. */
function programOf(language: 'bash' | 'python'): string {
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, kind, text = '']) => (kind === language ? [text] : [])).join('\n');
}

describe('the tutorial of the first payment', () => {
  let test: TestBank;
  let folder: string;
  let customer: ListedCustomer;
  beforeAll(async () => {
    test = await startTestBank();
    folder = await mkdtemp(join(tmpdir(), 'nordgate-tutorial-'));
    const { certificate, key } = test.bank.trust.demoTpp;
    await writeFile(join(folder, 'tpp.pem'), certificate);
    await writeFile(join(folder, 'tpp.key.pem'), key);
    // The person of the page, by the number that the page tells to log in with.
    const number = /log in as `(\d+)`/.exec(page)?.[1];
    const customers = await setUpSandbox(test.world());
    customer = customers.find(({ customerNumber }) => customerNumber === number)!;
  });
  afterAll(async () => {
    await test.stop();
    await rm(folder, { recursive: true });
  });

  /** A reader at the browser: grants the account at the first link, approves the basket at the second. */
  async function runAsReader(command: string, program: string, takeBack: 'pasted' | 'visited') {
    const file = join(folder, `program-${command}`);
    await writeFile(file, program);
    const env = { ...process.env, BANK: test.bank.gatewayUrl, TPP: join(folder, 'tpp') };
    const child = spawn(command, [file], { env, signal: AbortSignal.timeout(50_000) });
    const ended = once(child, 'close') as Promise<[number | null]>;
    const printed: string[] = [];
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
    const visits = [
      (href: string) => grantAt(test.world(), href, customer, { bbans: ['99991200017'] }),
      (href: string) => approveAt(test.world(), href, customer, ['125.50', '99.00']),
    ];
    for await (const line of createInterface({ input: child.stdout })) {
      printed.push(line);
      const href = /^Open in a browser: (.*)$/.exec(line)?.[1];
      if (href === undefined) continue;
      const back = await visits.shift()?.(href);
      if (back === undefined || takeBack === 'pasted') child.stdin.write(`${String(back)}\n`);
      else await fetch(back);
    }
    const [code] = await ended;
    return { ended: { code, errors }, text: printed.join('\n') };
  }
  const inOrder = { code: 0, errors: '' };

  it('leads to a read account, an approved basket and executed payments in curl', async () => {
    const { ended, text } = await runAsReader('bash', programOf('bash'), 'pasted');
    expect(ended).toEqual(inOrder);
    expect(text).toMatch(/GET \/v1\/accounts\n\{.*"CONSENT_UNKNOWN"/);
    expect(text).toMatch(/GET \/v1\/accounts\n\{"accounts":\[\{.*"99991200017"/);
    expect(text).toMatch(/GET \/v1\/accounts\/\S+\/balances\n\{.*"interimAvailable"/);
    expect(text).toMatch(/GET \/v1\/accounts\/\S+\/transactions\S+\n\{.*"transactionId"/);
    expect(text).toMatch(/GET \/v1\/signing-baskets\/\S+\/status\n\{"transactionStatus":"ACTC"/);
    expect(text).toMatch(/GET \/v1\/payments\/\S+\/status\n\{"transactionStatus":"ACTC"/);
    expect(text).toMatch(/GET \/v1\/sandbox\/clock\n\{.*"state":"ready"/);
    expect(text).toMatch(/GET \/v1\/payments\/\S+\/status\n\{"transactionStatus":"ACSC"/);
  });

  it('leads to a read account and an approved basket in Python', async () => {
    const { ended, text } = await runAsReader('python3', programOf('python'), 'visited');
    expect(ended).toEqual(inOrder);
    expect(text).toMatch(/^GET \/v1\/accounts 401$/m);
    expect(text).toMatch(/^99991200017 interimAvailable \d+\.\d\d$/m);
    expect(text).toMatch(/^\d{4}-\d\d-\d\d -?\d+\.\d\d$/m);
    expect(text).toMatch(/^basket ACTC$/m);
  });
});
