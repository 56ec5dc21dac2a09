import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const description = join(import.meta.dirname, '../../../../docs/reference/openapi.json');

/** A program of a TPP. The last line has a mistake that the types have to find. */
const program = `import type { components, operations } from './bank.ts';

type Initiation = operations['initiatePayment.payments'];
type Body = Initiation['requestBody']['content']['application/json'];

export const body: Body = {
  instructedAmount: { amount: '125.50', currency: 'NOK' },
  creditorName: 'Kari Kreditor',
  creditorAccount: { bban: '97104133219', currency: 'NOK' },
  debtorAccount: { bban: '86011117947', currency: 'NOK' },
};
export const idOf = (answer: components['schemas']['PaymentCreated']): string => answer.paymentId;
`;
const mistaken = `${program}export const wrong: Body = { ...body, instructedAmount: { amount: 125.5, currency: 'NOK' } };\n`;

describe('the types that openapi-typescript makes of the description', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-typescript-tpp-'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-timeout=30000'];
    const packages = ['openapi-typescript@7.13.0', 'typescript@5.9.3'];
    await run('npm', ['install', '--ignore-scripts', ...options, ...packages], { cwd: folder });
    await copyFile(description, join(folder, 'openapi.json'));
    const generator = join(folder, 'node_modules/.bin/openapi-typescript');
    await run(generator, ['openapi.json', '-o', 'bank.ts'], { cwd: folder });
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function compile(text: string): Promise<string> {
    await writeFile(join(folder, 'tpp.ts'), text);
    const options = [
      '--strict',
      '--noEmit',
      '--allowImportingTsExtensions',
      '--module',
      'nodenext',
    ];
    const tsc = run(join(folder, 'node_modules/.bin/tsc'), [...options, 'tpp.ts'], { cwd: folder });
    return tsc.then(
      () => 'fine',
      (error: { readonly stdout: string }) => error.stdout,
    );
  }

  it('compile strictly, with every operation of the bank, beside a program that uses them', async () => {
    expect(await compile(program)).toBe('fine');
  });

  it('find an amount that is a number', async () => {
    expect(await compile(mistaken)).toMatch(/tpp\.ts.*'number' is not assignable to type 'string'/);
  });
});
