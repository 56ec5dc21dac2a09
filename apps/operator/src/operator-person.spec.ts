import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOperators, personFiles, SettingsError } from '@nordgate/service/process';
import { personAt } from './operator-person.js';

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

/** The header and the claims of a JWT. */
function partsOf(token: string): unknown[] {
  const parts = token.split('.').slice(0, 2);
  return parts.map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown);
}
