import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTERFACE_VERSION, RELEASE } from './versions.js';

const root = join(import.meta.dirname, '../../../../..');
const versionIn = (path: string) =>
  (JSON.parse(readFileSync(join(root, path), 'utf8')) as { readonly version: string }).version;

describe('the release', () => {
  it('is the version of every package of the project', () => {
    const packages = [
      'package.json',
      ...globSync('{apps,libs,tools}/*/package.json', { cwd: root }),
    ];
    const others = packages.filter((path) => versionIn(path) !== RELEASE);
    expect([packages.length > 15, others]).toEqual([true, []]);
  });

  it.each([
    ['CHANGELOG.md', `\n## [${RELEASE}] - `],
    ['SECURITY.md', `\n| ${RELEASE.replace(/\.\d+$/, '')} `],
  ])('stands in %s', (page, line) => {
    expect(readFileSync(join(root, page), 'utf8')).toContain(line);
  });

  it('and the version of the interface stand apart in the interface document', () => {
    const text = readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8');
    const { info } = JSON.parse(text) as { readonly info: Readonly<Record<string, string>> };
    expect([info['version'], info['x-release']]).toEqual([INTERFACE_VERSION, RELEASE]);
  });
});
