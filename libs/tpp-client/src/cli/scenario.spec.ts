import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../testing/run-cli.js';
import { startSealingBank } from '../testing/sealing-bank.js';
import type { SealingBank } from '../testing/sealing-bank.js';
import { testSeals } from '../testing/test-seals.js';

let folder: string;
let bank: SealingBank;
const at = (name: string) => join(folder, name);

const scenarioWith = (expected: string, given = '{}') => `title: A status is read
shows: The answer has a status (specification 3).
given: ${given}
steps:
  - tpp: GET /v1/status
    expect: { body: { /transactionStatus: ${expected} } }
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-scenario-'));
  const seals = await testSeals();
  await writeFile(at('demo-tpp.pem'), seals.tpp.certificate);
  await writeFile(at('demo-tpp.key.pem'), seals.tpp.key);
  await writeFile(at('bank-seal.pem'), seals.bank.certificate);
  await writeFile(at('right.yaml'), scenarioWith('ACSC'));
  await writeFile(at('wrong.yaml'), scenarioWith('RJCT'));
  await writeFile(at('roles.yaml'), scenarioWith('ACSC', '{ tpp: { roles: [PSP_IC] } }'));
  await writeFile(at('bad.yaml'), `${scenarioWith('ACSC')}  - weather: rain\n`);
  bank = await startSealingBank(seals.bank);
  bank.answer = { body: '{"transactionStatus":"ACSC"}' };
});
afterAll(async () => {
  await bank.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  bank.seen.length = 0;
});

const run = (files: readonly string[], ...options: readonly string[]) =>
  runCli([
    ...['scenario', 'run', ...files.map(at), ...options],
    ...['--sandbox', folder, '--url', bank.url],
  ]);

describe('nordgate-tpp scenario run', () => {
  it('prints a line for each step and ends with 0 when all expectations hold', async () => {
    const { code, out, err } = await run(['right.yaml']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe('A status is read\n  ✓ GET /v1/status: 200 ACSC\n✓ A status is read\n\n');
  });

  it('prints what was expected and the X-Request-ID, and ends with 1, when one does not hold', async () => {
    const { code, out } = await run(['wrong.yaml', 'right.yaml']);
    expect(code).toBe(1);
    expect(out).toContain('  ✗ GET /v1/status: 200 ACSC\n');
    expect(out).toContain('      /transactionStatus: expected RJCT, got ACSC\n      line: 5\n');
    expect(out).toContain(`X-Request-ID: ${String(bank.seen[0]?.headers['x-request-id'])}\n`);
    expect(out).toContain(
      `2 scenarios: 1 passed, 1 failed\n  ✗ ${at('wrong.yaml')}: A status is read\n`,
    );
  });

  it('runs nothing and ends with 2 when one of the files is no scenario', async () => {
    const { code, out, err } = await run(['right.yaml', 'bad.yaml']);
    expect([code, out, bank.seen]).toEqual([2, '', []]);
    expect(err).toContain(`${at('bad.yaml')}:7:5: step 2: unknown kind of step "weather"`);
    expect((await run(['none.yaml'])).err).toBe(
      `error: ${at('none.yaml')} cannot be read (ENOENT)\n`,
    );
  });

  it('skips a scenario whose TPP it cannot make, and says why', async () => {
    const { code, out } = await run(['roles.yaml']);
    expect([code, bank.seen]).toEqual([0, []]);
    expect(out).toContain('– A status is read: skipped, it needs the CA of the sandbox');
  });

  it('prints JSON alone for --json', async () => {
    const { code, out } = await run(['wrong.yaml'], '--json');
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      [
        {
          file: at('wrong.yaml'),
          outcome: 'failed',
          steps: [
            {
              what: 'GET /v1/status',
              line: 5,
              unmet: [{ at: '/transactionStatus', expected: 'RJCT', got: 'ACSC' }],
            },
          ],
        },
      ],
    ]);
  });

  it('fails a step whose answer has no seal that holds', async () => {
    bank.answer = {
      body: '{"transactionStatus":"ACSC"}',
      tamper: (sent) => ({ ...sent, body: '{}' }),
    };
    const { code, out } = await run(['right.yaml']);
    expect(code).toBe(1);
    expect(out).toContain('step: expected an end, got Digest: Digest does not match the body.');
  });
});
