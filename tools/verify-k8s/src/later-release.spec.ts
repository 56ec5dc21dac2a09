import { readManifests } from './documents.js';
import { withOtherImages, withOtherSettings } from './later-release.js';

const digest = (character: string) => `x@sha256:${character.repeat(64)}`;

const manifests = readManifests(`
{ apiVersion: v1, kind: ConfigMap, metadata: { name: sca-env-6tmc767dtd } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: internal-ca } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: sca }
spec:
  settings: sca-env-6tmc767dtd
  authority: internal-ca
  image: ${digest('0')}
`);

it('renames the ConfigMaps with a hash, and every reference to them, when the settings change', () => {
  const [settings, authority, deployment] = withOtherSettings(manifests);
  expect(settings?.metadata.name).toBe('sca-env-2222222222');
  expect(authority?.metadata.name).toBe('internal-ca');
  expect(deployment?.['spec']).toEqual({
    settings: 'sca-env-2222222222',
    authority: 'internal-ca',
    image: digest('0'),
  });
});

it('changes every digest, and nothing else, when the images change', () => {
  const [settings, authority, deployment] = withOtherImages(manifests);
  expect([settings, authority]).toEqual(manifests.slice(0, 2));
  expect(deployment?.['spec']).toMatchObject({
    settings: 'sca-env-6tmc767dtd',
    image: digest('f'),
  });
});
