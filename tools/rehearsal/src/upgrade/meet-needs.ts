import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppName } from '@nordgate/local/cluster';
import { newKeyText } from '@nordgate/service/new-secrets';
import type { Environment } from '@nordgate/service/settings';
import { parse, stringify } from 'yaml';
import { releaseNeeds } from './release-needs.js';
import type { ReleaseNeed } from './release-needs.js';

/** A bank of which nothing runs yet. */
export interface PreparedBank {
  /** The folder that the apps have as `/run/nordgate`. */
  readonly run: string;
  /** The paths of the profile in that folder. */
  readonly profiles: readonly string[];
  /** What the register of TPPs has. */
  readonly register: readonly object[];
  /** The moment until which both releases run. */
  readonly until: string;
}

type Environments = ReadonlyMap<AppName, Environment>;

/**
 * The release that a folder has: the one of its package, when nothing stands in its changelog after it.
 * Undefined for a tree between two releases.
 */
export function releaseIn(folder: string): string | undefined {
  const changelog = join(folder, 'CHANGELOG.md');
  if (!existsSync(changelog)) return undefined;
  const text = readFileSync(changelog, 'utf8');
  const [, sinceThen = '', release] = /## \[Unreleased\]([^]*?)^## \[([^\]]+)\]/m.exec(text) ?? [];
  return sinceThen.trim() === '' ? release : undefined;
}

/** What a release needs, or the release of a folder. @throws Error for a named release that is not listed */
export function needsOf(folder: string, named: string | undefined): readonly ReleaseNeed[] {
  if (named === undefined) return releaseNeeds[releaseIn(folder) ?? ''] ?? [];
  const needs = releaseNeeds[named];
  if (needs !== undefined) return needs;
  throw new Error(`--needs has to be one of ${Object.keys(releaseNeeds).join(', ')}`);
}

/** Writes what a release needs to the files of a bank. Returns the environments with its settings. */
export async function meetNeeds(
  needs: readonly ReleaseNeed[],
  environments: Environments,
  bank: PreparedBank,
): Promise<Environments> {
  for (const { keySet, registerFile, profileWithout } of needs) {
    if (keySet !== undefined) await writeKeySet(keySet, [...environments.keys()], bank);
    if (registerFile !== undefined) {
      await writeFile(join(bank.run, registerFile), JSON.stringify(bank.register));
    }
    if (profileWithout !== undefined) await removeFromProfiles(profileWithout, bank);
  }
  const changes = needs.flatMap(({ settings = [] }) => settings);
  const changed = [...environments].map(([app, env]) => {
    const own = changes.filter(({ apps }) => apps.includes(app));
    const removed = new Set(own.flatMap(({ remove = [] }) => remove));
    const kept = Object.entries(env).filter(([name]) => !removed.has(name));
    const set = own.flatMap(({ set: values = {} }) => Object.entries(values));
    const filled = set.map(([name, value]) => [name, filledIn(value, bank)] as const);
    return [app, Object.fromEntries([...kept, ...filled])] as const;
  });
  return new Map(changed);
}

const filledIn = (value: string, { run, until }: PreparedBank) =>
  value.replace('{run}', run).replace('{until}', until);

async function writeKeySet(
  file: string,
  apps: readonly AppName[],
  { run }: PreparedBank,
): Promise<void> {
  const text = JSON.stringify({ current: 'A', keys: { A: newKeyText() } });
  for (const app of apps) {
    await writeFile(join(run, app, 'secrets', file), text, { mode: 0o600 });
  }
}

async function removeFromProfiles(member: string, { run, profiles }: PreparedBank): Promise<void> {
  for (const path of profiles) {
    const file = join(run, path);
    const profile = parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const kept = Object.entries(profile).filter(([name]) => name !== member);
    await writeFile(file, stringify(Object.fromEntries(kept)));
  }
}
