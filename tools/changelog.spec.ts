import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const text = readFileSync(join(import.meta.dirname, '..', 'CHANGELOG.md'), 'utf8');

interface Release {
  readonly name: string;
  /** By the name of their section. */
  readonly entries: ReadonlyMap<string, readonly string[]>;
}

const entriesMax = 15;
const sections = [
  'Before you upgrade',
  'Added',
  'Changed',
  'Deprecated',
  'Removed',
  'Fixed',
  'Security',
];
const reader = /^- \*\*(?:TPPs|PSUs|Banks|Operators|Platform teams|Developers|Security)\*\*: /;

function releasesOf(changelog: string): readonly Release[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((release) => {
      const [head = '', ...parts] = release.split(/^### /m);
      const entries = parts.map((part) => {
        const [name = '', ...lines] = part.split('\n');
        return [name, lines.filter((line) => /^(?:- |\d+\. )/.test(line))] as const;
      });
      return { name: head.split('\n')[0] ?? '', entries: new Map(entries) };
    });
}

/** Why a release does not have the form; nothing where it has. */
function faultsOf({ entries }: Release): readonly string[] {
  const steps = entries.get('Before you upgrade') ?? [];
  const others = [...entries]
    .filter(([name]) => name !== 'Before you upgrade')
    .flatMap(([, all]) => all);
  const unknown = [...entries.keys()].filter((name) => !sections.includes(name));
  const order = [...entries.keys()].map((name) => sections.indexOf(name));
  return [
    ...unknown.map((name) => `has the section ${name}`),
    ...(order.some((at, i) => at < (order[i - 1] ?? -1))
      ? ['has its sections in another order']
      : []),
    ...(others.length > entriesMax ? [`has ${String(others.length)} entries`] : []),
    ...others.filter((line) => !reader.test(line)).map((line) => `names no reader: ${line}`),
    ...steps.filter((line) => !/^\d+\. /.test(line)).map((line) => `is no step: ${line}`),
  ];
}

describe('the changelog', () => {
  const releases = releasesOf(text);

  it.each(releases.map((one) => [one.name, one] as const))(
    'lists the steps of an upgrade first, and at most 15 entries, each for a reader: %s',
    (_name, release) => {
      expect(release.entries.size).toBeGreaterThan(0);
      expect(faultsOf(release)).toEqual([]);
    },
  );

  it('is found to have an entry too many, an entry without a reader, and a section in the wrong place', () => {
    const one = '- **TPPs**: a change.\n';
    const bad = `## [1.0.0]\n\n### Fixed\n\n${one.repeat(15)}- A change.\n\n### Added\n\n${one}`;
    const [release] = releasesOf(bad);
    expect(faultsOf(release!)).toEqual([
      'has its sections in another order',
      'has 17 entries',
      'names no reader: - A change.',
    ]);
  });
});
