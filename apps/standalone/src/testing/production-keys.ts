import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSecrets, newKeyText } from '@nordgate/service/new-secrets';
import { writePrivateFile } from '@nordgate/service/settings';
import type { IssuedPem } from '@nordgate/signature/issue';
import { eventually } from '@nordgate/testing';
import { apps } from '../config-check/env-files.js';
import type { App } from '../config-check/env-files.js';
import {
  mountedAt,
  newBankSeal,
  operatorKey,
  operatorKeyAt,
  secretsOf,
} from './production-files.js';
import type { ProductionBank } from './production-bank.js';

/** A stored key set. */
interface StoredSet {
  current: string;
  readonly keys: Record<string, string>;
}

/** The content of a mounted secret after a step. Undefined: the step leaves it as it is. */
type Change = (file: string, text: string) => string | undefined;

/** A change of the seal: of its certificates, or of its key. */
interface SealChange {
  readonly file: 'seal.pem' | 'seal.key.pem';
  readonly text: string;
}

const slowly = { limitMs: 60_000, everyMs: 250 };

/**
 * The new keys of a bank in production, one for each of its secrets. The three steps of
 * docs/operations/rotation.md change the files of all apps, and wait until every app uses them.
 */
export class ProductionKeys {
  private constructor(
    private readonly bank: ProductionBank,
    /** A folder with new pairs. */
    private readonly folder: string,
    private readonly seal: IssuedPem,
    /** The new keys of the sets, equal in all apps. */
    private readonly setKeys: ReadonlyMap<string, string>,
  ) {}

  static async make(bank: ProductionBank): Promise<ProductionKeys> {
    const { root, tppCa } = bank.files;
    const folder = join(root, 'new-secrets');
    await mkdir(folder);
    await makeSecrets(folder);
    const sets = [...new Set(Object.values(secretsOf).flat())].filter(isSet);
    const setKeys = new Map(sets.map((file) => [file, newKeyText()]));
    return new ProductionKeys(bank, folder, await newBankSeal(tppCa), setKeys);
  }

  /** The names of all secrets that the apps mount. */
  static get names(): readonly string[] {
    return [...new Set([...Object.values(secretsOf).flat(), 'response-seal'])].sort();
  }

  /** The new keys verify. */
  async add(): Promise<readonly string[]> {
    const text = this.bank.files.bankSeal.certificate + this.seal.certificate;
    const pairs = await this.newPairs();
    const change: Change = (file, before) =>
      isPublic(file)
        ? `${before.trimEnd()}\n${pairs.get(file) ?? ''}`
        : changedSet(file, before, ({ keys }) => (keys['B'] = this.setKeys.get(file) ?? ''));
    return this.change(change, { file: 'seal.pem', text });
  }

  /** The new keys make what is new. */
  async use(): Promise<readonly string[]> {
    const pairs = await this.newPairs();
    const change: Change = (file, before) =>
      isPrivate(file) ? pairs.get(file) : changedSet(file, before, (set) => (set.current = 'B'));
    // The operator's command reads its key at each start.
    const operator = await readFile(join(this.folder, operatorKey), 'utf8');
    await writePrivateFile(operatorKeyAt(this.bank.files.root), operator);
    return this.change(change, { file: 'seal.key.pem', text: this.seal.key });
  }

  /** The old keys verify nothing any more. */
  async withdraw(): Promise<readonly string[]> {
    const pairs = await this.newPairs();
    const change: Change = (file, before) =>
      isPublic(file) ? pairs.get(file) : changedSet(file, before, ({ keys }) => delete keys['A']);
    return this.change(change, { file: 'seal.pem', text: this.seal.certificate });
  }

  /** Returns the names of the secrets that have changed. */
  private async change(change: Change, seal: SealChange): Promise<readonly string[]> {
    const before = new Map(
      await Promise.all(apps.map(async (app) => [app, await this.counts(app)] as const)),
    );
    const changed = new Map<App, string[]>(apps.map((app) => [app, []]));
    for (const app of apps) {
      for (const file of secretsOf[app]) {
        const path = mountedAt(this.bank.files.root, `${app}/secrets/${file}`);
        const text = change(file, await readFile(path, 'utf8'));
        if (text === undefined) continue;
        await writePrivateFile(path, text);
        changed.get(app)?.push(file);
      }
    }
    await writePrivateFile(mountedAt(this.bank.files.root, `gateway/seal/${seal.file}`), seal.text);
    changed.get('gateway')?.push('response-seal');
    const waits = [...changed].map(([app, files]) =>
      eventually(
        `${app} uses its new ${files.join(', ')}`,
        async () => {
          const counts = await this.counts(app);
          return files.every((one) => (counts.get(one) ?? 0) > (before.get(app)?.get(one) ?? 0));
        },
        slowly,
      ),
    );
    await Promise.all(waits);
    return [...new Set([...changed.values()].flat())].sort();
  }

  /** How often an app has taken up each of its secrets. */
  private async counts(app: App): Promise<ReadonlyMap<string, number>> {
    const text = await (await fetch(`${this.bank.internalUrl(app)}/metrics`)).text();
    const samples = text.matchAll(/^nordgate_secret_changes_total\{(.*)\} (\d+)/gm);
    return new Map(
      [...samples].map(([, labels = '', count]) => [
        /nordgate_secret="([^"]*)"/.exec(labels)?.[1] ?? '',
        Number(count),
      ]),
    );
  }

  private async newPairs(): Promise<ReadonlyMap<string, string>> {
    const files = [...new Set(Object.values(secretsOf).flat())].filter((file) => !isSet(file));
    const texts = files.map(
      async (file) => [file, await readFile(join(this.folder, file), 'utf8')] as const,
    );
    return new Map(await Promise.all(texts));
  }
}

const isPublic = (file: string) => file.endsWith('.pub.pem');
const isPrivate = (file: string) => file.endsWith('.key.pem');
const isSet = (file: string) => !file.endsWith('.pem');

function changedSet(
  file: string,
  text: string,
  change: (set: StoredSet) => unknown,
): string | undefined {
  if (!isSet(file)) return undefined;
  const set = JSON.parse(text) as StoredSet;
  change(set);
  return JSON.stringify(set);
}
