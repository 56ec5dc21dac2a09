import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './engine-less.ts';
import { appOf, bundledPackages, images } from './images.ts';
import type { Image } from './images.ts';
import { packageName, productionLock } from './production-lock.ts';
import type { Lock, LockedPackage } from './production-lock.ts';

/** A part of a bill of materials, as CycloneDX 1.5 has it. */
export interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly purl?: string;
  readonly cpe?: string;
  readonly licenses?: readonly (
    | { readonly license: { readonly id: string } | { readonly name: string } }
    | { readonly expression: string }
  )[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

export interface Bom {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

/**
 * The bill of materials of an image: what the lock file names for the app, Node, what the build copies out of
 * other packages, and the Debian packages of the base.
 *
 * @param records what the base's packages say about themselves, as in `/var/lib/dpkg/status`
 */
export function bomOf(lock: Lock, image: Image, records: readonly string[] = []): Bom {
  const platform = { os: 'linux', cpu: process.arch };
  const bom = npmBom(productionLock(lock, `apps/${appOf(image)}`, platform));
  const { version } = lock;
  const component: Component = {
    ...{ 'bom-ref': `nordgate-${image}@${version}`, type: 'container' },
    ...{ name: `nordgate-${image}`, version, licenses: [{ license: { id: 'Apache-2.0' } }] },
  };
  const bundled = (bundledPackages[appOf(image)] ?? []).map((location) =>
    bundledComponent(lock, location),
  );
  const added = [nodeComponent(lock), ...bundled, ...records.map(debianComponent)];
  const { 'bom-ref': root } = bom.metadata.component;
  return {
    ...bom,
    metadata: { ...bom.metadata, component },
    components: [...bom.components, ...added],
    dependencies: bom.dependencies.map((dependency) =>
      dependency.ref === root ? { ...dependency, ref: component['bom-ref'] } : dependency,
    ),
  };
}

/** `name@version` of the installed packages of a bill, apart from the projects of this repository. */
export function packagesIn(bom: Bom): readonly string[] {
  const isAdded = ({ properties = [] }: Component) =>
    properties.some(({ name }) => name === addedProperty || name === 'cdx:npm:package:private');
  return bom.components
    .filter((component) => component.purl?.startsWith('pkg:npm/') === true && !isAdded(component))
    .map((component) => component['bom-ref'])
    .sort();
}

const addedProperty = 'nordgate:origin';

/** npm's own bill of a lock: it writes name, version, hash and licence of each package. */
function npmBom(lock: Lock): Bom {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-sbom-'));
  const put = (path: string, content: object) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(content));
  };
  put('package-lock.json', lock);
  for (const project of ['', ...(lock.packages['']?.workspaces ?? [])]) {
    put(join(project, 'package.json'), { ...lock.packages[project], private: true });
  }
  const options = ['--prefix', folder, '--sbom-format', 'cyclonedx', '--package-lock-only'];
  try {
    return JSON.parse(run('npm', ['sbom', ...options])) as Bom;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function nodeComponent(lock: Lock): Component {
  const location = `node_modules/node-linux-${process.arch}`;
  const { version = '', ...entry } = lock.packages[location] ?? {};
  return {
    ...lockedComponent(location, { version, ...entry }, 'usr/local/bin/node'),
    type: 'platform',
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
  };
}

function bundledComponent(lock: Lock, location: string): Component {
  const entry = lock.packages[location];
  if (entry === undefined) throw new Error(`package-lock.json has no ${location}`);
  return lockedComponent(location, entry, 'app/apps/gateway/dist/description/redoc.js');
}

/** A package of which the image has one file. */
function lockedComponent(location: string, entry: LockedPackage, file: string): Component {
  const name = packageName(location);
  const { version = '', license } = entry;
  return {
    ...{ 'bom-ref': `${name}@${version}`, type: 'library', name, version },
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license !== undefined && { licenses: [{ license: { id: license } }] }),
    properties: [{ name: addedProperty, value: `file ${file}` }],
  };
}

/** The licence of a Debian package is in its files, not in its record. */
function debianComponent(record: string): Component {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(record)?.[1] ?? '';
  const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map(field);
  if (!name || !version) throw new Error(`not the record of a Debian package: ${record}`);
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}`;
  return {
    ...{ 'bom-ref': `${name}@${version}`, type: 'library', name, version },
    purl: `${purl}?arch=${architecture ?? ''}`,
    properties: [{ name: addedProperty, value: 'base' }],
  };
}

/** Writes the bills of all images to a folder, without the packages of a base that is not known here. */
function writeBoms(root: string, folder: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  mkdirSync(folder, { recursive: true });
  for (const image of images) {
    const bom = bomOf(lock, image);
    writeFileSync(join(folder, `${image}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`);
    process.stdout.write(`${image.padEnd(16)} ${String(bom.components.length)} components\n`);
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  writeBoms(root, join(root, 'artifacts/sbom'));
}
