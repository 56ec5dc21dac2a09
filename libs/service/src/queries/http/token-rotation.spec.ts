import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeKeyPair } from '../../host/secrets/new-secrets.js';
import { SecretWatch } from '../../host/secrets/secret-watch.js';
import { SecretsFolder } from '../../host/secrets/secrets-folder.js';
import { appBearerKeys, CallerTokens, TokenCheck, TokenRefusedError } from './tokens.js';

const pair = 'internal-gateway';

describe('the internal tokens of two processes with mounted keys', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-tokens-'));
    await makeKeyPair(folder, pair);
    await makeKeyPair(join(folder, 'new'), pair);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const write = (name: string, text: string) => writeFile(join(folder, name), text);

  it('are accepted while the pair is rotated, and refused once their key is withdrawn', async () => {
    const [sending, answering] = [new SecretWatch(), new SecretWatch()];
    const key = await new SecretsFolder(folder, sending).signingKey(pair);
    const gateway = await new SecretsFolder(folder, answering).publicKeys(pair);
    const check = new TokenCheck({ audience: 'payments', keys: appBearerKeys({ gateway }) });
    // Each token is new, as a kept one would be that of the key before.
    const sent = () => new CallerTokens({ caller: 'gateway', key }).tokenFor('payments');
    const callerOf = (token: string) => check.callerOf(`Bearer ${token}`);
    const old = await sent();
    expect(await callerOf(old)).toBe('gateway');

    const [before, after] = [await read(`${pair}.pub.pem`), await read(`new/${pair}.pub.pem`)];
    await write(`${pair}.pub.pem`, before + after);
    await answering.look();
    expect([await callerOf(old), await callerOf(await sent())]).toEqual(['gateway', 'gateway']);

    await write(`${pair}.key.pem`, await read(`new/${pair}.key.pem`));
    await sending.look();
    const present = await sent();
    expect([await callerOf(old), await callerOf(present)]).toEqual(['gateway', 'gateway']);

    await write(`${pair}.pub.pem`, after);
    await answering.look();
    await expect(callerOf(old)).rejects.toThrow(TokenRefusedError);
    expect(await callerOf(present)).toBe('gateway');
  });
});
