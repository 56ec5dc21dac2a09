import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifests, titleOf } from '../documents.js';
import { readBundle, repository } from './bundle.js';
import { manifestValidator } from './validator.js';

const bundle = readBundle();
const validate = manifestValidator(bundle);
const folder = join(repository, 'deploy/k8s/rendered');
const manifestsOf = (overlay: string) =>
  readManifests(readFileSync(join(folder, `${overlay}.yaml`), 'utf8'));

describe.each(['sandbox', 'production'])('the rendered overlay %s', (overlay) => {
  it('has only manifests that are valid for the bundled schemas, of every kind', () => {
    const manifests = manifestsOf(overlay);
    expect(manifests.length).toBeGreaterThan(30);
    expect(manifests.flatMap(validate)).toEqual([]);
  });

  it('has no manifest twice', () => {
    const titles = manifestsOf(overlay).map(
      (one) => `${one.metadata.namespace ?? ''} ${titleOf(one)}`,
    );
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});

describe.each(['sandbox', 'production', 'recovery'])('the overlay %s of a bank', (overlay) => {
  it('changes the release to manifests that are valid for the bundled schemas', () => {
    const path = join(repository, 'examples/bank-overlay/rendered', `${overlay}.yaml`);
    const manifests = readManifests(readFileSync(path, 'utf8'));
    expect(manifests.length).toBeGreaterThanOrEqual(5);
    expect(manifests.flatMap(validate)).toEqual([]);
  });
});

describe('the folder of rendered overlays', () => {
  it('has the two overlays that are validated, and no other', () => {
    expect(globSync('*', { cwd: folder }).sort()).toEqual(['production.yaml', 'sandbox.yaml']);
  });
});
