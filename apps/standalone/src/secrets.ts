import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyObjectOf, newKeyText, writePrivateFile } from '@nordgate/service/process';

/** The bank's keys; in the one-process bank they are made at the first start. */
export interface Secrets {
  readonly ids: { readonly current: string; readonly keys: Readonly<Record<string, KeyObject>> };
  /** Tokens of authorisation links. */
  readonly links: KeyObject;
  /** Sandbox codes. */
  readonly codes: Buffer;
  /** CSRF tokens and cookies of the SCA site. */
  readonly cookies: Buffer;
}

interface StoredSecrets {
  readonly ids: { readonly current: string; readonly keys: Readonly<Record<string, string>> };
  readonly links: string;
  readonly codes: string;
  readonly cookies: string;
}

/** Reads the keys of a data folder, or makes them. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const stored = text === undefined ? newSecrets() : (JSON.parse(text) as StoredSecrets);
  if (text === undefined) await writePrivateFile(path, JSON.stringify(stored, null, 2));
  const keys = Object.entries(stored.ids.keys).map(
    ([letter, key]) => [letter, keyOf(key)] as const,
  );
  return {
    ids: { current: stored.ids.current, keys: Object.fromEntries(keys) },
    links: keyOf(stored.links),
    codes: bytes(stored.codes),
    cookies: bytes(stored.cookies),
  };
}

function newSecrets(): StoredSecrets {
  return {
    ids: { current: 'A', keys: { A: newKeyText() } },
    links: newKeyText(),
    codes: newKeyText(),
    cookies: newKeyText(),
  };
}

const bytes = (key: string) => Buffer.from(key, 'base64url');
const keyOf = (key: string) => keyObjectOf(bytes(key));
