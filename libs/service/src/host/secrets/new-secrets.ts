import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyBytesMin } from './key-set-text.js';
import { makeOperators } from './new-operators.js';
import { writePrivateFile } from './private-file.js';
import {
  keyFiles,
  keyPairNames,
  keySetFiles,
  privateFileOf,
  publicFileOf,
} from './secrets-folder.js';
import type { KeyPairName, KeySetFile } from './secrets-folder.js';

/**
 * Makes a folder of secrets that only its owner may read. Existing files stay, because ids and links
 * that the bank has given out depend on them.
 *
 * @param operatorFolder where the operator's private key and the certificates of persons go, when no app may read them
 */
export async function makeSecrets(folder: string, operatorFolder = folder): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const file of [...keyFiles, ...keySetFiles]) await make(join(folder, file), newKeySet);
  for (const pair of keyPairNames) {
    await makeKeyPair(pair === 'operator' ? operatorFolder : folder, pair);
  }
  await makeOperators(folder, operatorFolder);
  if (operatorFolder === folder) return;
  const file = publicFileOf('operator');
  const known = await readFile(join(operatorFolder, file), 'utf8');
  await make(join(folder, file), () => known.trimEnd());
}

/** Makes one key set in such a folder, unless it exists. */
export async function makeKeySet(folder: string, file: KeySetFile): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await make(join(folder, file), newKeySet);
}

/** Makes an Ed25519 key pair in such a folder, unless it exists. */
export async function makeKeyPair(folder: string, pair: KeyPairName): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, privateFileOf(pair));
  await make(file, () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trimEnd();
  });
  // After a crash between the two files the public one still belongs to the private one.
  const privateKey = createPrivateKey(await readFile(file, 'utf8'));
  await make(join(folder, publicFileOf(pair)), () =>
    createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString().trimEnd(),
  );
}

/** A new random key in base64url, as it is stored. */
export function newKeyText(): string {
  return randomBytes(keyBytesMin).toString('base64url');
}

async function make(path: string, content: () => string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (!exists) await writePrivateFile(path, `${content()}\n`);
}

/** The name of an id key becomes the first letter of the ids that it makes. */
function newKeySet(): string {
  return JSON.stringify({ current: 'A', keys: { A: newKeyText() } }, null, 2);
}
