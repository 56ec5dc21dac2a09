import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repository } from '../releases.js';
import { meetNeeds, needsOf, releaseIn } from './meet-needs.js';
import { releaseNeeds } from './release-needs.js';
import type { ReleaseNeed } from './release-needs.js';

const changelogOf = (sinceThen: string) =>
  `# Changelog\n\n## [Unreleased]\n${sinceThen}\n## [0.2.0] - 2026-11-23\n\n### Added\n\n- X\n\n## [0.1.0] - 2026-11-01\n`;

describe('what an earlier release needs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nordgate-needs-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const withChangelog = (sinceThen: string) => {
    writeFileSync(join(folder, 'CHANGELOG.md'), changelogOf(sinceThen));
    return folder;
  };

  it('is known by the release of a folder whose changelog has nothing after it', () => {
    expect(releaseIn(withChangelog(''))).toBe('0.2.0');
    expect(needsOf(folder, undefined)).toBe(releaseNeeds['0.2.0']);
  });

  it('is nothing between two releases, unless a release is named', () => {
    withChangelog('\n### Fixed\n\n- Y\n');
    expect([releaseIn(folder), needsOf(folder, undefined)]).toEqual([undefined, []]);
    expect(needsOf(folder, '0.2.0')).toBe(releaseNeeds['0.2.0']);
    expect(() => needsOf(folder, '9.9.9')).toThrow('--needs has to be one of 0.2.0');
  });

  it('is nothing for a folder without a changelog', () => {
    expect(needsOf(folder, undefined)).toEqual([]);
  });

  it('has a reason in each row', () => {
    const rows = Object.values(releaseNeeds).flat();
    expect(rows.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });

  it('names settings of this tree, or those that the release needs and this tree knows no more', () => {
    const page = readFileSync(join(repository, 'docs/reference/configuration.md'), 'utf8');
    const names = Object.values(releaseNeeds)
      .flat()
      .flatMap(({ settings = [] }) => settings)
      .flatMap(({ set = {}, remove = [] }) => [...Object.keys(set), ...remove]);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
  });

  const bank = () => ({
    ...{ run: folder, profiles: ['profile.yaml'], register: [{ name: 'A TPP' }] },
    until: '2026-12-01T00:00:00.000Z',
  });
  const environments = new Map([
    ['sca', { REGISTER: 'https://register.example', SCA_PORT: '1' }],
    ['batch', { BATCH: 'x' }],
  ] as const);

  it('removes settings, and sets others to the folder of the bank and the end of the upgrade', async () => {
    const settings: ReleaseNeed['settings'] = [
      { apps: ['sca'], set: { FILE: '{run}/tpps.json' }, remove: ['REGISTER'] },
      { apps: ['batch'], set: { UNTIL: '{until}' } },
    ];
    const met = await meetNeeds([{ reason: 'a test', settings }], environments, bank());
    expect(Object.fromEntries(met)).toEqual({
      sca: { SCA_PORT: '1', FILE: `${folder}/tpps.json` },
      batch: { BATCH: 'x', UNTIL: '2026-12-01T00:00:00.000Z' },
    });
  });

  it('changes nothing without a need', async () => {
    const met = await meetNeeds([], environments, bank());
    expect(Object.fromEntries(met)).toEqual(Object.fromEntries(environments));
  });

  it('writes a set of keys for each app, the register, and a profile without a member', async () => {
    for (const app of environments.keys())
      mkdirSync(join(folder, app, 'secrets'), { recursive: true });
    writeFileSync(
      join(folder, 'profile.yaml'),
      'environment: production\nrates:\n  everyTpp: {}\n',
    );
    const needs = [
      { reason: 'a test', keySet: 'operator.json', registerFile: 'tpps.json' },
      { reason: 'a test', profileWithout: 'rates' },
    ];
    await meetNeeds(needs, environments, bank());
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    expect(read('sca/secrets/operator.json')).toBe(read('batch/secrets/operator.json'));
    const { current, keys } = JSON.parse(read('sca/secrets/operator.json')) as {
      readonly current: string;
      readonly keys: Readonly<Record<string, string>>;
    };
    expect(Buffer.from(keys[current] ?? '', 'base64')).toHaveLength(32);
    expect(JSON.parse(read('tpps.json'))).toEqual([{ name: 'A TPP' }]);
    expect(parse(read('profile.yaml'))).toEqual({ environment: 'production' });
  });
});
