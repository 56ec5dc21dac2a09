import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patchSources } from './releases.js';

describe('the releases of the rehearsal', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nordgate-releases-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ['B', ['b']],
    ['C', ['b', 'c']],
    ['B with a lying probe', ['b', 'plant-lying-readiness']],
    ['B that cannot read the new version', ['b', 'plant-cannot-read']],
    ['B with a migration that renames', ['b', 'plant-renaming-migration']],
  ])('%s is this tree with patches that apply', (_name, patches) => {
    expect(patchSources(folder, patches).length).toBeGreaterThan(3);
  });

  it('write version 2 of the event in B, and version 3 in C', () => {
    const stream = 'apps/payments/src/domain/payment.ts';
    patchSources(folder, ['b']);
    expect(readFileSync(join(folder, stream), 'utf8')).toContain('downcasts: [withoutChannel]');
    patchSources(folder, ['c']);
    expect(readFileSync(join(folder, stream), 'utf8')).toContain('PaymentInitiated: { version: 3,');
  });

  it('name the release whose patch no longer applies', () => {
    patchSources(folder, ['b']);
    writeFileSync(join(folder, 'apps/payments/src/domain/payment.ts'), 'changed');
    expect(() => patchSources(folder, ['c'])).toThrow(
      'release c: its patch no longer applies to this tree (error: patch failed:',
    );
  });
});
