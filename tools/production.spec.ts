import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const json = (path: string): unknown => JSON.parse(read(path));

interface Package {
  readonly name: string;
  readonly exports?: Readonly<Record<string, { readonly '@nordgate/source': string } | string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The workspace's projects by package name: folder and package.json. */
const projects = new Map(
  globSync('{apps,libs,tools}/*/package.json', { cwd: root }).map((path) => {
    const content = json(path) as Package;
    return [content.name, { folder: dirname(path), content }];
  }),
);

const appProjects = [...projects.values()].filter(({ folder }) => folder.startsWith('apps/'));
const apps = appProjects.map(({ folder }) => folder);

/** Everything that `first` reaches in a graph, itself included. */
function reach(first: readonly string[], next: (node: string) => readonly string[]): Set<string> {
  const seen = new Set(first);
  for (const node of seen) next(node).forEach((other) => seen.add(other));
  return seen;
}

/** What a module loads at run time: own files as paths, packages by name. */
function loads(path: string): string[] {
  if (!path.endsWith('.ts')) return [];
  const statements = read(path).matchAll(
    /^(?:import|export)(?! type\b)(?:[^;']*? from)? ?'([^']+)';/gms,
  );
  return [...statements].map(([, from = '']) => locate(path, from));
}

/** What an import of a file names: an own file as its path, a package by name. */
function locate(path: string, from: string): string {
  if (from.startsWith('.')) return join(dirname(path), from.replace(/\.js$/, '.ts'));
  const [scope = '', name = '', ...rest] = from.split('/');
  const project = projects.get(`${scope}/${name}`);
  const entry = project?.content.exports?.[['.', ...rest].join('/')];
  return project === undefined || typeof entry !== 'object'
    ? from
    : join(project.folder, entry['@nordgate/source']);
}

describe.each(apps.filter((app) => app !== 'apps/standalone'))('%s, without a sandbox', (app) => {
  const loaded = [...reach([`${app}/src/main.ts`], loads)];

  it('loads what it runs', () => {
    expect(loaded.filter((path) => path.startsWith('libs/')).length).toBeGreaterThan(20);
  });

  it('loads nothing that issues certificates or makes secrets', () => {
    const makes = /^@peculiar\/x509$|^libs\/signature\/src\/issue|\/new-(secrets|operators)\.ts$/;
    expect(loaded.filter((path) => makes.test(path))).toEqual([]);
  });
});

/** What a module loads once it runs: `loads`, and what it imports when it needs it. */
const loadsLater = (path: string): string[] => [
  ...loads(path),
  ...[...(path.endsWith('.ts') ? read(path) : '').matchAll(/\bimport\('([^']+)'\)/g)].map(
    ([, from = '']) => locate(path, from),
  ),
];

describe('the image of an app', () => {
  const starts = ['main', 'migrate', 'restore-events'];
  const nameOf = (from: string) => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from;
  /**
   * `deploy/docker/sandbox-files.mjs` makes secrets with the first one in an image, and `accounts-sandbox` issues certificates.
   * `@nordgate/contracts/http` reads bodies with the second one, and baskets reads none.
   */
  const allowed = ['@peculiar/x509', 'jsonc-parser'];

  it.each(apps.filter((app) => app !== 'apps/standalone'))('%s has no idle package', (app) => {
    const files = starts
      .map((start) => `${app}/src/${start}.ts`)
      .filter((path) => existsSync(join(root, path)));
    const loaded = [...reach(files, loadsLater)];
    const isLoaded = (name: string) => {
      const folder = projects.get(name)?.folder;
      return loaded.some((one) =>
        folder === undefined ? nameOf(one) === name : one.startsWith(`${folder}/src/`),
      );
    };
    const dependencies = (name: string) =>
      Object.keys(projects.get(name)?.content.dependencies ?? {});
    const own = appProjects
      .filter(({ folder }) => folder === app)
      .map(({ content }) => content.name);
    // A command that starts no service loads one entry of the lib, and its image has what the other entries need.
    const ofOtherEntries = loaded.includes('libs/service/src/process.ts')
      ? new Set<string>()
      : reach(['@nordgate/service'], dependencies);
    // Only an app with TPPs loads what reads their certificates (`@nordgate/service/trust`). The lib depends on it for all.
    const ofTrust = reach(['@nordgate/signature'], dependencies);
    const idle = [...reach(own, dependencies)].filter(
      (name) => !isLoaded(name) && !ofTrust.has(name),
    );
    expect(idle.filter((name) => !allowed.includes(name) && !ofOtherEntries.has(name))).toEqual([]);
  });
});

describe('the build of an app', () => {
  const ownDependencies = (name: string) =>
    Object.keys(projects.get(name)?.content.dependencies ?? {}).filter((one) => projects.has(one));
  const referencesOf = (config: string) =>
    ((json(config) as { references?: { path: string }[] }).references ?? []).map(({ path }) =>
      normalize(join(dirname(config), path)),
    );
  const development = /^(tools\/|libs\/testing\b)/;

  it.each(appProjects.map(({ content, folder }) => [content.name, folder]))(
    '%s depends on neither the test kit nor tools',
    (name, folder) => {
      const allowed = folder === 'apps/standalone' ? ['tools/local'] : [];
      const strays = [...reach([name], ownDependencies)]
        .map((one) => projects.get(one)?.folder ?? '')
        .filter((one) => development.test(one) && !allowed.includes(one));
      expect(strays).toEqual([]);
    },
  );

  it.each(apps)('%s compiles no test kit, fixture, fuzzer, chaos or bench', (folder) => {
    const configs = [...reach([`${folder}/tsconfig.lib.json`], referencesOf)];
    const allowed = folder === 'apps/standalone' ? 'tools/local/tsconfig.lib.json' : undefined;
    expect(configs.filter((one) => development.test(one) && one !== allowed)).toEqual([]);
    expect(configs.filter((one) => !one.endsWith('tsconfig.lib.json'))).toEqual([]);
    const withKit = configs.filter((one) => existsSync(join(root, dirname(one), 'src/testing')));
    const compiledKits = withKit.filter(
      (one) => !(json(one) as { exclude: string[] }).exclude.includes('src/testing'),
    );
    expect(compiledKits).toEqual([]);
  });
});

describe('a pure spec', () => {
  const specs = globSync('{apps,libs}/*/src/**/*.spec.ts', { cwd: root }).filter(
    (path) =>
      /^(apps\/(payments|baskets|accounts|batch)|libs\/(decider|contracts))\//.test(path) &&
      /\/[^./]+(\.v\d+)?\.spec\.ts$/.test(path),
  );
  const heavy = /^(typeorm|pg|kafkajs|fastify|@nestjs\/.+|@nordgate\/(event-store|messaging))$/;

  it('is found', () => {
    expect(specs.length).toBeGreaterThan(50);
  });

  it.each(specs.map((path) => [path]))('%s loads no Nest, TypeORM, PostgreSQL or Kafka', (path) => {
    expect([...reach([path], loads)].filter((one) => heavy.test(one))).toEqual([]);
  });
});
