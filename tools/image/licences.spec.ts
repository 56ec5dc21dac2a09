import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencePage, licensedPackages, licenceFaults, readLicences } from './licences.ts';
import type { LicensedPackage } from './licences.ts';

const root = join(import.meta.dirname, '../..');
const { lock, policy } = readLicences(root);
const packages = licensedPackages(lock);

const withLicence = (licence: string | undefined): readonly LicensedPackage[] => [
  { name: 'added', version: '1.0.0', licence, images: ['gateway'] },
];
const allowed = { allowed: ['MIT', 'ISC'], stated: {} };

describe('the licences of the packages in the images', () => {
  it('are allowed by deploy/supply-chain/licences.json', () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(licenceFaults(packages, policy)).toEqual([]);
  });

  it('are listed on docs/reference/licences.md (npm run licences writes it)', () => {
    const cells = (page: string) => page.replaceAll(/ *\| */g, '|').replaceAll(/-{2,}/g, '-');
    const page = readFileSync(join(root, 'docs/reference/licences.md'), 'utf8');
    expect(cells(page)).toBe(cells(licencePage(packages, policy)));
  });

  it.each(['MIT', 'MIT OR GPL-3.0-only', '(MIT AND ISC)'])('may be %s', (licence) => {
    expect(licenceFaults(withLicence(licence), allowed)).toEqual([]);
  });

  it.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN file', undefined])(
    'are rejected when a package has %s',
    (licence) => {
      expect(licenceFaults(withLicence(licence), allowed)).toEqual([
        `added@1.0.0: ${licence ?? 'no licence'} is not allowed`,
      ]);
    },
  );

  it('are rejected when a licence is stated for a package that no image has', () => {
    const stated = { 'gone@1.0.0': { licence: 'MIT', source: 'its files' } };
    expect(licenceFaults(withLicence('MIT'), { ...allowed, stated })).toEqual([
      'gone@1.0.0: no image has it, so its stated licence has no use',
    ]);
  });
});
