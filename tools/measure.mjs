// `npm run -s measure [-- DIR]`: the size of the production code of a checkout and the graph of its folders, as
// Markdown tables. It reads sources only, so it also measures a checkout that is not installed or older than
// this script.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

const root = resolve(process.argv[2] ?? '.');
/** Files with this many lines of code or fewer are too small to hold an idea. */
const smallMax = 10;

/** Production code: neither specs nor test kits. `tools/` is measured, but is in no production build. */
function productionFilesOf(project) {
  return globSync('src/**/*.ts', { cwd: join(root, project) })
    .filter((path) => !/\.(spec|test|d)\.ts$/.test(path) && !path.split(sep).includes('testing'))
    .map((path) => join(root, project, path));
}

const sources = new Map();

function sourceOf(path) {
  if (!sources.has(path)) {
    const text = readFileSync(path, 'utf8');
    sources.set(path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  }
  return sources.get(path);
}

/** Lines with code: without blank lines, comments and import statements. */
function codeLinesOf(path) {
  const source = sourceOf(path);
  const lines = new Set();
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    children.forEach(visit);
    if (children.length > 0 || node.getWidth(source) === 0) return;
    const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
    const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
    for (let line = first; line <= last; line += 1) lines.add(line);
  };
  source.statements.forEach(visit);
  return lines.size;
}

const isExported = (node) =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** The names that a file declares and exports itself: `[name, isType]`. */
function declaredExportsOf(path) {
  return sourceOf(path).statements.flatMap((node) => {
    if (!isExported(node)) return [];
    if (ts.isVariableStatement(node)) {
      return node.declarationList.declarations.map(({ name }) => [name.getText(), false]);
    }
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
    return [[node.name?.text ?? 'default', isType]];
  });
}

/** The names that an importer of a file can import, with those that the file passes on. */
function importableFrom(path, seen = new Set()) {
  if (seen.has(path) || !existsSync(path)) return new Map();
  seen.add(path);
  const names = new Map(declaredExportsOf(path));
  for (const node of sourceOf(path).statements) {
    if (!ts.isExportDeclaration(node)) continue;
    const from = node.moduleSpecifier?.text;
    const target = from?.startsWith('.') && join(dirname(path), from.replace(/\.js$/, '.ts'));
    const others = target ? importableFrom(target, new Set(seen)) : new Map();
    if (node.exportClause === undefined) others.forEach((isType, name) => names.set(name, isType));
    else if (ts.isNamespaceExport(node.exportClause)) names.set(node.exportClause.name.text, false);
    else {
      for (const { name, propertyName, isTypeOnly } of node.exportClause.elements) {
        const isType = node.isTypeOnly || isTypeOnly || others.get((propertyName ?? name).text);
        names.set(name.text, isType === true);
      }
    }
  }
  return names;
}

/** The names of all entries of a package; a test kit's entry does not count. */
function entryNamesOf(project) {
  const manifest = join(root, project, 'package.json');
  const { exports = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const entries = Object.entries(exports).flatMap(([entry, target]) => {
    const source = typeof target === 'object' ? target['@nordgate/source'] : undefined;
    return source === undefined || entry.includes('testing') ? [] : [join(root, project, source)];
  });
  return entries.flatMap((path) => [...importableFrom(path)]);
}

const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function measured(name, paths, entryNames) {
  const lines = paths
    .map((path) => sourceOf(path).text.split('\n').length - 1)
    .sort((a, b) => a - b);
  const names = paths.flatMap(declaredExportsOf);
  const types = (list) => list.filter(([, isType]) => isType).length;
  return [
    name,
    paths.length,
    quantile(lines, 0.5),
    quantile(lines, 0.9),
    paths.filter((path) => codeLinesOf(path) <= smallMax).length,
    names.length,
    types(names),
    entryNames.length,
    types(entryNames),
  ];
}

/** The folders below `src` that hold code, each with the folders that its files import from. */
function foldersOf(project) {
  const src = join(root, project, 'src');
  const folders = new Map();
  for (const path of productionFilesOf(project)) {
    const folder = relative(src, dirname(path));
    if (folder === '' || folder.split(sep).includes('migrations')) continue;
    const from = folders.get(folder) ?? { files: 0, to: new Set() };
    folders.set(folder, from);
    from.files += 1;
    for (const { moduleSpecifier } of sourceOf(path).statements) {
      const to = moduleSpecifier?.text.startsWith('.') && join(dirname(path), moduleSpecifier.text);
      const other = to ? relative(src, dirname(to)) : '';
      if (other !== '' && other !== folder && !other.startsWith('..')) from.to.add(other);
    }
  }
  for (const { to } of folders.values()) {
    for (const other of to) if (!folders.has(other)) to.delete(other);
  }
  return folders;
}

/** Every folder that can be reached by imports from a folder. */
function reachedFrom(start, folders, seen = new Set()) {
  for (const to of folders.get(start).to) {
    if (seen.has(to)) continue;
    seen.add(to);
    reachedFrom(to, folders, seen);
  }
  return seen;
}

function graphOf(project) {
  const folders = foldersOf(project);
  const all = [...folders.values()];
  return [
    relative('', project),
    folders.size,
    all.filter(({ files }) => files === 1).length,
    all.reduce((sum, { to }) => sum + to.size, 0),
    [...folders.keys()].filter((folder) => reachedFrom(folder, folders).has(folder)).length,
  ];
}

const projects = globSync('{apps,libs,tools}/*/src', { cwd: root })
  .map((path) => dirname(path))
  .sort();
if (projects.length === 0) {
  console.error(`${root} has no projects in apps, libs or tools`);
  process.exit(1);
}
const parts = projects.map((project) => ({
  project,
  paths: productionFilesOf(project),
  entryNames: entryNamesOf(project),
}));
const together = (name, kept) => {
  const chosen = parts.filter(({ project }) => kept(project));
  return measured(
    name,
    chosen.flatMap(({ paths }) => paths),
    chosen.flatMap(({ entryNames }) => entryNames),
  );
};
const isTestKit = (project) => project === join('libs', 'testing');
const isTool = (project) => project.startsWith(`tools${sep}`);
const table = [
  ['project', 'files', 'median', 'p90', `≤ ${smallMax}`, 'names', 'types', 'entry names', 'types'],
  ...parts.map(({ project, paths, entryNames }) =>
    measured(relative('', project), paths, entryNames),
  ),
  together('**all but tools and test kit**', (one) => !isTool(one) && !isTestKit(one)),
  together('**all**', () => true),
];
printTable(table);
console.log(`
files: production files (no specs, no src/testing); median, p90: lines; ≤ ${smallMax}: files with at most ${smallMax} lines of
code (without blank lines, comments, imports); names, types: exported by files; entry names: of the package.
`);
printTable([
  ['project', 'folders', 'one file', 'arrows', 'in loops'],
  ...projects.map(graphOf).filter(([, folders]) => folders > 1),
]);
console.log(`
folders: below src, with code (no migrations); one file: folders with a single file; arrows: pairs of folders of which
the first imports from the second; in loops: folders that import from themselves by way of other folders.`);

function printTable(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => String(row[i]).length)));
  const line = (row) =>
    `| ${row.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i]))).join(' | ')} |`;
  console.log(line(rows[0]));
  console.log(
    `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`,
  );
  for (const row of rows.slice(1)) console.log(line(row));
}
