import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const script = join(import.meta.dirname, '../../../examples/curl-tpp/pay.sh');
const product = '/v1/payments/norwegian-domestic-credit-transfers';
const run = promisify(execFile);

/** One call as the script prints it. */
interface Printed {
  readonly call: string;
  readonly status: number;
  readonly answer: Record<string, unknown>;
}

describe('a TPP of openssl and curl, which shares no code with the bank', () => {
  let test: TestBank;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-curl-tpp-'));
    const trustDir = join(folder, 'trusted');
    await mkdir(trustDir);
    const elsewhere = await sealOfAnotherCa();
    await writeFile(join(trustDir, 'elsewhere.pem'), elsewhere.ca.certificate);
    await keep('elsewhere-tpp', elsewhere.tpp);
    test = await startTestBank({ trustDir });
    await keep('demo-tpp', test.bank.trust.demoTpp);
  });
  afterAll(async () => {
    await test.stop();
    await rm(folder, { recursive: true });
  });

  const fileOf = (name: string) => join(folder, name);

  async function keep(name: string, { certificate, key }: IssuedPem): Promise<void> {
    await writeFile(fileOf(`${name}.pem`), certificate);
    await writeFile(fileOf(`${name}.key.pem`), key, { mode: 0o600 });
  }

  /** Runs the script; rejects when it finds an answer other than it should be. */
  async function pay(args: readonly string[], env: Record<string, string> = {}) {
    const { stdout } = await run(script, args, {
      env: {
        ...process.env,
        GATEWAY_URL: test.bank.gatewayUrl,
        TPP_CERT: fileOf('demo-tpp.pem'),
        TPP_KEY: fileOf('demo-tpp.key.pem'),
        ...env,
      },
    });
    return printedIn(stdout);
  }

  const known = { PSU_ID: '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10' };

  it.each([
    ['of a PSU that nobody knows yet', {}],
    ['of a known PSU', known],
  ])('initiates a payment %s and reads its status', async (_whose, env) => {
    const [made, status, ...more] = await pay([], env);
    expect(made).toMatchObject({ call: `POST ${product}`, status: 201 });
    const { paymentId, transactionStatus, _links } = made?.answer ?? {};
    expect(transactionStatus).toBe('RCVD');
    expect(_links).toHaveProperty('scaRedirect.href');
    expect(status).toEqual({
      call: `GET ${product}/${String(paymentId)}/status`,
      status: 200,
      answer: expect.objectContaining({ transactionStatus: 'RCVD' }) as unknown,
    });
    expect(more).toEqual([]);
  });

  it('is accepted with a CA name beyond ASCII', async () => {
    const env = { TPP_CERT: fileOf('elsewhere-tpp.pem'), TPP_KEY: fileOf('elsewhere-tpp.key.pem') };
    expect((await pay([], env)).map(({ status }) => status)).toEqual([201, 200]);
  });

  it.each([
    ['header', 'Signature'],
    ['body', 'Digest'],
  ])('is rejected when the %s differs from the signed one', async (what, path) => {
    const [refused, ...more] = await pay(['--tamper', what]);
    expect(refused).toMatchObject({ call: `POST ${product}`, status: 400 });
    expect(refused?.answer).toMatchObject({ tppMessages: [{ code: 'BAD_REQUEST', path }] });
    expect(more).toEqual([]);
  });
});

/** A TPP's seal of a CA with letters of Norway and Poland in its name. */
async function sealOfAnotherCa(): Promise<{ readonly ca: IssuedPem; readonly tpp: IssuedPem }> {
  const validity = {
    validFrom: new Date(Date.now() - 60_000),
    validTo: new Date(Date.now() + 3_600_000),
  };
  const name = { commonName: 'Sørland, Łódź', organisation: 'Elsewhere' };
  const ca = await issueSandboxCa({ ...validity, ...name });
  const tpp = await issueTppSeal({
    ...validity,
    ca,
    commonName: 'Elsewhere TPP',
    organisation: 'Elsewhere TPP AS',
    organizationIdentifier: 'PSDNO-FSA-900000005',
    roles: ['PSP_PI'],
  });
  return { ca, tpp };
}

function printedIn(output: string): Printed[] {
  const lines = output.split('\n');
  return lines.flatMap((line, i) => {
    const [, call, status] = /^(\w+ \S+) -> (\d+)$/.exec(line) ?? [];
    if (call === undefined) return [];
    const answer = JSON.parse(lines[i + 1] ?? '') as Printed['answer'];
    return [{ call, status: Number(status), answer }];
  });
}
