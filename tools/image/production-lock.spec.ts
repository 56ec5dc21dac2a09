import { productionLock } from './production-lock.ts';
import type { Lock, LockedPackage } from './production-lock.ts';

const platform = { os: 'linux', cpu: 'x64' };

const lockOf = (packages: Readonly<Record<string, LockedPackage>>): Lock => ({
  ...{ name: 'bank', version: '1.0.0', lockfileVersion: 3 },
  packages: {
    '': { name: 'bank', version: '1.0.0' },
    'node_modules/@bank/app': { resolved: 'apps/app', link: true },
    'node_modules/@bank/lib': { resolved: 'libs/lib', link: true },
    'libs/lib': { version: '1.0.0' },
    ...packages,
  },
});

const locations = (packages: Readonly<Record<string, LockedPackage>>) =>
  Object.keys(productionLock(lockOf(packages), 'apps/app', platform).packages)
    .slice(1)
    .sort();

const app = 'apps/app';
const link = 'node_modules/@bank/app';

describe('the production lock of an app', () => {
  it('has the libs that the app needs, and what they need', () => {
    const found = locations({
      [app]: { dependencies: { '@bank/lib': '1.0.0' } },
      'libs/lib': { dependencies: { used: '1' } },
      'node_modules/used': {},
      'node_modules/unused': {},
    });
    expect(found).toEqual(
      [app, 'libs/lib', link, 'node_modules/@bank/lib', 'node_modules/used'].sort(),
    );
  });

  it('leaves out development dependencies of the app and of its libs', () => {
    const found = locations({
      [app]: { dependencies: { '@bank/lib': '1.0.0' }, devDependencies: { tool: '1' } },
      'libs/lib': { devDependencies: { kit: '1' } },
      'node_modules/tool': {},
      'node_modules/kit': {},
    });
    expect(found).not.toContain('node_modules/tool');
    expect(found).not.toContain('node_modules/kit');
  });

  it('takes the nested version that Node finds first', () => {
    const found = locations({
      [app]: { dependencies: { a: '1' } },
      'node_modules/a': { dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { version: '2.0.0' },
      'node_modules/b': { version: '1.0.0' },
    });
    expect(found).toEqual([app, link, 'node_modules/a', 'node_modules/a/node_modules/b']);
  });

  it('has required peers, and no optional ones', () => {
    const found = locations({
      [app]: { dependencies: { a: '1' } },
      'node_modules/a': {
        peerDependencies: { needed: '1', wanted: '1' },
        peerDependenciesMeta: { wanted: { optional: true } },
      },
      'node_modules/needed': {},
      'node_modules/wanted': {},
    });
    expect(found).toEqual([app, link, 'node_modules/a', 'node_modules/needed']);
  });

  it('has the optional packages of its platform only', () => {
    const found = locations({
      [app]: { optionalDependencies: { linux: '1', mac: '1', absent: '1' } },
      'node_modules/linux': { os: ['linux'], cpu: ['x64'] },
      'node_modules/mac': { os: ['darwin'] },
    });
    expect(found).toEqual([app, link, 'node_modules/linux']);
  });

  it('is refused when the lock lacks a dependency', () => {
    expect(() => locations({ [app]: { dependencies: { gone: '1' } } })).toThrow(
      'apps/app needs gone, which is not locked',
    );
  });
});
