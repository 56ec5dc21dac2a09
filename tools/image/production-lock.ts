/** An entry of package-lock.json, version 3. */
export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface Lock {
  readonly name: string;
  readonly version: string;
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The platform of an image, in the words of npm. */
export interface Platform {
  readonly os: string;
  readonly cpu: string;
}

/**
 * The lock of one app in production: the app, and all that it needs at run time, at the same places and in the
 * same versions. npm's own `--omit=dev --workspace` keeps the development dependencies of the libs of this
 * repository, since it follows every dependency of a workspace.
 *
 * @param lock package-lock.json of the repository
 * @param folder e.g. `apps/payments`
 * @throws Error when the lock lacks a needed package
 */
export function productionLock(lock: Lock, folder: string, platform: Platform): Lock {
  const link = Object.keys(lock.packages).find((at) => lock.packages[at]?.resolved === folder);
  if (link === undefined) throw new Error(`package-lock.json has no ${folder}`);
  const reached = new Set([link]);
  for (const location of reached) {
    for (const next of neededBy(lock, location, platform)) reached.add(next);
  }
  const kept = [...reached].sort().map((location) => {
    return [location, { ...lock.packages[location], devDependencies: undefined }] as const;
  });
  const { name, version, lockfileVersion } = lock;
  const workspaces = [...reached].filter((location) => !isInstalled(location));
  const root: LockedPackage = { name, version, license: licenceOf(lock, ''), workspaces };
  return { name, version, lockfileVersion, packages: { '': root, ...Object.fromEntries(kept) } };
}

/** Whether a location is one of an installed package, in place of a project of this repository. */
export const isInstalled = (location: string): boolean => /(^|\/)node_modules\//.test(location);

/** `@scope/name` of an installed package, whatever folder it is nested in. */
export const packageName = (location: string): string =>
  location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);

function neededBy(lock: Lock, location: string, platform: Platform): readonly string[] {
  const entry = lock.packages[location];
  if (entry === undefined) throw new Error(`package-lock.json has no ${location}`);
  // The link of a project, e.g. node_modules/@nordgate/contracts.
  if (entry.link === true) return [entry.resolved ?? ''];
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => entry.peerDependenciesMeta?.[name]?.optional !== true,
  );
  const optional = Object.keys(entry.optionalDependencies ?? {});
  const required = [...Object.keys(entry.dependencies ?? {}), ...peers].filter(
    (name) => !optional.includes(name),
  );
  return [
    ...required.map((name) => {
      const found = locate(lock, location, name);
      if (found === undefined) throw new Error(`${location} needs ${name}, which is not locked`);
      return found;
    }),
    ...optional
      .map((name) => locate(lock, location, name))
      .filter((found) => found !== undefined && fits(lock.packages[found], platform))
      .map(String),
  ];
}

/** Where Node finds a package from a location: in the nearest `node_modules` upwards. */
function locate(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in lock.packages) return candidate;
    if (folder === '') return undefined;
  }
}

function fits(entry: LockedPackage | undefined, { os, cpu }: Platform): boolean {
  return (entry?.os?.includes(os) ?? true) && (entry?.cpu?.includes(cpu) ?? true);
}

function licenceOf(lock: Lock, location: string): string {
  return lock.packages[location]?.license ?? '';
}
