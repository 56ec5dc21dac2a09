import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ALGORITHM_SPELLINGS,
  ANSWER_HEADERS,
  CERTIFICATE,
  checkAnswer,
  COVERED_HEADERS,
  createAnswerSealer,
  createCertificateCache,
  createSigner,
  createTrustStore,
  refuse,
  REFUSAL_REASONS,
  SEAL_PATH,
  sealSignature,
  SIGNATURE,
  signingCertificate,
  verifyRequest,
} from '@nordgate/signature';

const vectors = join(import.meta.dirname, 'testing', 'vectors');
const vector = (name: string) => readFileSync(join(vectors, name), 'utf8');
const page = readFileSync(
  join(import.meta.dirname, '..', '..', '..', 'docs', 'reference', 'signing.md'),
  'utf8',
);
const part = (heading: string) =>
  page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
/** The cells of the only table of a part, its head left out. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '').replaceAll('\\<', '<')),
    );

const blocks = [...part('Worked example').matchAll(/```(sh|text)\n(.*?)```/gs)].map(
  ([, kind = '', text = '']) => ({ kind, text }),
);
const commands = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text);
const outputs = blocks.filter(({ kind }) => kind === 'text').map(({ text }) => text);

const target = '/v1/payments/norwegian-domestic-credit-transfers';
const payment = '{"instructedAmount":{"amount":"125.50","currency":"NOK"}}';
const now = new Date('2026-11-20T10:15:30Z');
const signedHeaders = [
  '(request-target)',
  ...COVERED_HEADERS.filter((name) => !/corpor/.test(name)),
];

/** The example's request, signed by the library. */
function signedRequest(): Record<string, string> {
  const sign = createSigner({ key: vector('tpp.key.pem'), certificate: vector('tpp.pem') });
  return sign({
    method: 'POST',
    target,
    now,
    body: payment,
    signedHeaders,
    headers: {
      'X-Request-ID': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
      'PSU-ID': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10',
      'TPP-Redirect-URI': 'https://tpp.example/back?state=af0ifjsldkj',
    },
  });
}

/** The head of the answer as the page has it: names and values alternating. */
function answerOfPage(): string[] {
  const head = /<<'END'\n(.*?)\nEND/s.exec(commands.join('\n'))?.[1] ?? '';
  return head
    .split('\n')
    .slice(1)
    .flatMap((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
}
const answerBody = '{"paymentId":"A1","transactionStatus":"RCVD"}';

describe('the worked example of the page on signing', () => {
  it('prints the output of the page with openssl', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nordgate-signing-'));
    try {
      await cp(vectors, folder, { recursive: true });
      const input = commands.map((block) => `${block}\nprintf '\\036\\n'\n`).join('');
      const run = spawnSync('bash', ['-eu'], { input, cwd: folder, encoding: 'utf8' });
      expect(run.stderr).toBe('');
      const printed = run.stdout.split('\u001e\n').slice(0, -1);
      expect(printed.map((text) => text.replace(/\n?$/, '\n'))).toEqual(outputs);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('has every header of the library', () => {
    const sent = signedRequest();
    const shown = outputs.join('');
    for (const name of ['Signature', 'TPP-Signature-Certificate']) {
      expect(shown).toContain(`${name}: ${sent[name] ?? ''}\n`);
    }
    expect(shown).toContain(`digest: ${sent['Digest'] ?? ''}\n`);
  });

  it('is a request that the bank accepts', () => {
    const store = createTrustStore({ anchors: [vector('ca.pem')] });
    const verified = verifyRequest({
      method: 'POST',
      target,
      rawHeaders: Object.entries(signedRequest()).flat(),
      body: Buffer.from(payment),
      now,
      trust: createCertificateCache(store),
      digestRequired: true,
    });
    expect(verified).toMatchObject({ tppId: 'PSDNO-FSA-123456789', signedHeaders });
  });

  it('has the sealed answer of the bank', () => {
    const rawHeaders = answerOfPage();
    const shown = new Map(
      rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : [],
      ),
    );
    const identity = { key: vector('bank-seal.key.pem'), certificate: vector('bank-seal.pem') };
    const header = (name: string) => shown.get(name);
    const sentAt = new Date('2026-11-20T10:15:31Z');
    const prepared = createAnswerSealer(identity)({ body: answerBody, header, now: sentAt });
    expect(Object.fromEntries(shown)).toMatchObject(prepared.finish(sealSignature(prepared)));
    const certificate = signingCertificate(identity.certificate);
    const answer = { rawHeaders, body: Buffer.from(answerBody), now, certificate };
    expect(checkAnswer(answer)).toBeUndefined();
  });
});

describe('the page on signing', () => {
  it('has every header of a signed request', () => {
    const names = rowsOf(part('What is sent')).map(([name = '']) => name.toLowerCase());
    expect(names).toEqual([...COVERED_HEADERS, CERTIFICATE, SIGNATURE]);
  });

  it('has every accepted spelling of algorithm, and no other', () => {
    const spellings = rowsOf(part('Signature')).map(([spelling = '']) => spelling.toLowerCase());
    expect(spellings).toEqual(ALGORITHM_SPELLINGS);
  });

  it('has every refusal with its code and text', () => {
    const refusals = REFUSAL_REASONS.map((reason) => refuse(reason, 'Signature'));
    expect(rowsOf(part('Errors'))).toEqual(refusals.map(({ refused, text }) => [refused, text]));
  });

  it('has the signed parts of an answer, and the address of the certificate', () => {
    expect(part('Answers')).toContain(`\`${ANSWER_HEADERS.join(' ')}\``);
    expect(part('Answers')).toContain(`\`${SEAL_PATH}\``);
  });
});
