import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = [
  ...globSync('docs/operations/*.md', { cwd: root }),
  'docs/how-to/build-images.md',
].sort();

interface Block {
  /** The page and the line of its first command. */
  readonly at: string;
  readonly text: string;
}

/** The blocks of a page that its reader copies into a shell. Blocks with answers of a program are not `sh`. */
function blocksOf(page: string): readonly Block[] {
  const text = read(page);
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)].map((match) => ({
    at: `${page}:${String(text.slice(0, match.index).split('\n').length + 1)}`,
    // A block of a list is indented, and its reader copies it without the indentation.
    text: (match[2] ?? '').replaceAll(new RegExp(`^${match[1] ?? ''}`, 'gm'), ''),
  }));
}

const blocks = pages.flatMap(blocksOf);

/** Names of the objects of both overlays by kind, as kubectl knows the kinds. */
const known = new Map<string, Set<string>>();
/** Labels of objects and of the pods that they make. */
const labels = new Set<string>();
// The last one has what optional components add.
const rendered = [
  'deploy/k8s/rendered/sandbox.yaml',
  'deploy/k8s/rendered/production.yaml',
  'examples/bank-overlay/rendered/production.yaml',
];
for (const path of rendered) {
  for (const manifest of read(path).split('\n---\n')) {
    const kind = /^kind: (\w+)$/m.exec(manifest)?.[1]?.toLowerCase() ?? '';
    const name = /^metadata:\n(?: {2,}.*\n)*? {2}name: (.+)$/m.exec(manifest)?.[1] ?? '';
    known.set(kind, (known.get(kind) ?? new Set()).add(name));
    for (const [, label = '', value = ''] of manifest.matchAll(/^ +([\w.-]+\/[\w.-]+): (.+)$/gm)) {
      labels.add(`${label}=${value}`);
    }
  }
}

const shortKinds: Readonly<Record<string, string>> = {
  deploy: 'deployment',
  deployments: 'deployment',
  hpa: 'horizontalpodautoscaler',
  clusters: 'cluster',
  'clusters.postgresql.cnpg.io': 'cluster',
  'cluster.postgresql.cnpg.io': 'cluster',
};

/** A name with the loop variables of the pages: each of the six apps, where there is one. */
const apps = ['gateway', 'payments', 'baskets', 'sca', 'accounts', 'batch'];
const services = apps.slice(1);
function namesOf(name: string, block: string): readonly string[] {
  const variable = /\$\{?(app|service)\}?/.exec(name)?.[0];
  if (variable === undefined) return [name];
  const listed = /\bfor (?:app|service) in ([a-z ]+);/.exec(block)?.[1]?.trim().split(' ');
  return (listed ?? services)
    .filter((app) => app !== 'operator')
    .map((app) => name.replace(variable, app));
}

/** `kind/name` of commands of kubectl in the namespace of the bank. */
function objectsIn({ text }: Block): readonly string[] {
  const lines = text.replaceAll('\\\n', ' ').split('\n');
  const own = lines.filter((line) => /kubectl (-n|--namespace) "?\$NS"?/.test(line));
  return own.flatMap((line) =>
    [...line.matchAll(/(?<=\s)([a-z][a-z.]+)\/([\w.${}-]*[\w}])(?=[\s;)]|$)/g)].flatMap(
      ([, kind = '', name = '']) =>
        namesOf(name, text).map((one) => `${shortKinds[kind] ?? kind}/${one}`),
    ),
  );
}

describe('the shell blocks of the pages for operators', () => {
  it('are many', () => {
    expect(blocks.length).toBeGreaterThan(30);
  });

  it('parse in bash', () => {
    const faults = blocks.flatMap(({ at, text }) => {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
      return status === 0 ? [] : [`${at}: ${stderr}`];
    });
    expect(faults).toEqual([]);
  });

  it('depend on no folder that another block has changed', () => {
    const changing = blocks.filter(({ text }) => /^(cd|pushd|popd)\b/m.test(text));
    expect(changing.map(({ at }) => at)).toEqual([]);
  });

  it('name only objects that an overlay has', () => {
    const named = blocks.flatMap((block) =>
      objectsIn(block).map((object) => [block.at, object] as const),
    );
    const missing = named.filter(([, object]) => {
      const [kind = '', name = ''] = object.split('/');
      return !/[${}]/.test(name) && known.get(kind)?.has(name) !== true;
    });
    expect(named.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });

  it('select only by labels that an overlay or an operator gives', () => {
    const ofOperators = /^(strimzi\.io|cnpg\.io)\//;
    const selected = blocks.flatMap(({ at, text }) =>
      [...text.matchAll(/ -l '?([\w./-]+=[\w.-]+)/g)].map(([, label = '']) => [at, label] as const),
    );
    expect(selected.length).toBeGreaterThan(2);
    expect(selected.filter(([, one]) => !labels.has(one) && !ofOperators.test(one))).toEqual([]);
  });
});
