// `npm run pack:tpp`: the tarball of `nordgate-tpp`, for a machine without this repository. The project's own
// code is bundled into one file. Published packages stay dependencies, so each keeps its licence and its fixes.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const client = join(root, 'libs', 'tpp-client');
const folder = join(client, 'dist', 'package');
const target = join(root, 'artifacts');

const manifestOf = (path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
const isOwn = (name) => name.startsWith('@nordgate/');

/** The published packages that the bundled projects name, with their exact versions. */
function publishedDependencies(path, found = {}) {
  for (const [name, version] of Object.entries(manifestOf(path).dependencies)) {
    if (isOwn(name)) publishedDependencies(join(root, 'libs', name.split('/')[1]), found);
    else found[name] = version;
  }
  return found;
}

/** Bundles the command. Resolves with the names of the published packages that it imports. */
async function bundle(published) {
  const { metafile } = await build({
    entryPoints: [join(client, 'dist', 'cli', 'main.js')],
    outfile: join(folder, 'dist', 'cli', 'main.js'),
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external: published,
    metafile: true,
    logLevel: 'warning',
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return new Set(imports.filter(({ external }) => external).map(({ path }) => path));
}

rmSync(folder, { recursive: true, force: true });
const published = publishedDependencies(client);
const imported = await bundle(Object.keys(published));
const { version, license, engines } = manifestOf(client);
const manifest = {
  name: 'nordgate-tpp',
  version,
  description:
    'A TPP at the command line of its machine: signs, sends and explains requests to Nordgate',
  license,
  type: 'module',
  bin: { 'nordgate-tpp': 'bin/nordgate-tpp.cjs' },
  engines,
  dependencies: Object.fromEntries(
    Object.entries(published).filter(([name]) => imported.has(name)),
  ),
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
mkdirSync(join(folder, 'bin'));
copyFileSync(join(client, 'bin', 'nordgate-tpp.cjs'), join(folder, 'bin', 'nordgate-tpp.cjs'));
const readme = readFileSync(join(client, 'bin', 'README.md'), 'utf8');
writeFileSync(join(folder, 'README.md'), readme.replaceAll('<version>', version));
mkdirSync(target, { recursive: true });
const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', target, folder]);
const [{ filename }] = JSON.parse(packed.toString());
console.log(join('artifacts', filename));
