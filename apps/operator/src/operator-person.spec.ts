import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOperators } from '@nordgate/service/new-secrets';
import { personFiles, SettingsError } from '@nordgate/service/settings';
import { personAt } from './operator-person.js';
import { OperatorInput, standardInput } from './standard-input.js';

const request = { service: 'payments', body: '{}' };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-person-'));
  await makeOperators(folder);
});
afterAll(() => rm(folder, { recursive: true }));

describe('the identity of the command', () => {
  it('is a certificate that the local bank has made, that of --as or of operator', async () => {
    for (const as of [undefined, 'colleague']) {
      const prove = await personAt({ NORDGATE_SECRETS_DIR: folder, as });
      const proof = (await prove(request)) ?? '';
      expect(partsOf(proof)).toMatchObject([
        { typ: 'operator-person+jwt', alg: 'ES256' },
        { aud: 'operations/payments' },
      ]);
    }
  });

  it.each(['nobody', '../people/operator', ''])('is nobody for --as %j', async (as) => {
    const prove = await personAt({ NORDGATE_SECRETS_DIR: folder, as });
    expect(await prove(request)).toBeUndefined();
  });

  it('is a token that is read for each request', async () => {
    const file = join(folder, 'token');
    await writeFile(file, 'first\n');
    const prove = await personAt({ NORDGATE_SECRETS_DIR: folder, OPERATOR_TOKEN_FILE: file });
    expect(await prove(request)).toBe('first');
    await writeFile(file, 'second\n');
    expect(await prove(request)).toBe('second');
  });

  it('cannot be a certificate without its key, and the fault repeats none', async () => {
    const [one, other] = [personFiles(folder, 'operator'), personFiles(folder, 'colleague')];
    const of = (certificate?: string, key?: string) =>
      personAt({
        ...{ NORDGATE_SECRETS_DIR: folder, OPERATOR_CERT_FILE: certificate },
        OPERATOR_KEY_FILE: key,
      }).catch((error: unknown) => error);
    for (const fault of [await of(one.certificate), await of(one.certificate, other.key)]) {
      expect(fault).toBeInstanceOf(SettingsError);
      expect((fault as Error).message).not.toContain('PRIVATE');
    }
    expect(await of(one.certificate, one.key)).toBeInstanceOf(Function);
  });
});

describe('the identity in the standard input', () => {
  const token = { OPERATOR_TOKEN_FILE: standardInput };
  const either = { OPERATOR_CERT_FILE: standardInput, OPERATOR_KEY_FILE: standardInput };
  const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
  const block = (kind: string) => `-----BEGIN ${kind}-----\nMIGH\n-----END ${kind}-----\n`;
  const cut = block('PRIVATE KEY').slice(0, -20);

  const of = async (reach: typeof token | typeof either, text: string, command = 'status') => {
    const input = new OperatorInput(() => text);
    if (command === 'change') input.body();
    const prove = await personAt({ NORDGATE_SECRETS_DIR: folder, ...reach }, input);
    return prove(request);
  };

  it.each([
    ['a token', token, `${jwt}\n`, 'status', jwt],
    ['a token before a body', token, `${jwt}{}`, 'change', jwt],
    ['a token in place of a certificate', either, jwt, 'status', jwt],
    ['nobody for an empty input', either, ' \n', 'status', undefined],
    ['nobody for a body alone', either, '{}', 'change', undefined],
  ])('is %s', async (_what, reach, text, command, person) => {
    expect(await of(reach, text, command)).toBe(person);
  });

  it('is a certificate before its key', async () => {
    const { certificate, key } = personFiles(folder, 'operator');
    const texts = await Promise.all([certificate, key].map((file) => readFile(file, 'utf8')));
    expect(partsOf((await of(either, texts.join(''))) ?? '')).toHaveLength(2);
  });

  it.each([
    ['nothing', token, '', 'status'],
    ['a body alone', token, '{}', 'change'],
    ['a word', token, 'secret', 'status'],
    ['a key', token, block('PRIVATE KEY'), 'status'],
    ['a word', either, 'secret', 'status'],
    ['a body that nobody asked for', either, '{"secret":1}', 'status'],
    ['a key that is cut', either, cut, 'status'],
  ])(
    'cannot be %s with %j, and the fault repeats nothing of it',
    async (_what, reach, text, command) => {
      const fault: unknown = await of(reach, text, command).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(SettingsError);
      expect((fault as Error).message).toBe(
        reach === token
          ? 'OPERATOR_TOKEN_FILE: the standard input has no token'
          : 'OPERATOR_CERT_FILE: the standard input has no certificate and no token',
      );
    },
  );
});

/** The header and the claims of a JWT. */
function partsOf(token: string): unknown[] {
  const parts = token.split('.').slice(0, 2);
  return parts.map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown);
}
