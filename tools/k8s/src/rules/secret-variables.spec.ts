import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { Rendered } from '../rendered.js';
import type { Manifest } from '../rendered.js';
import { bankOverlays, changesPath, overlays, root } from '@nordgate/local/overlays';
import type { BankOverlay } from '@nordgate/local/overlays';
import { changed, container, set } from './planting.js';
import { secretVariableFaults } from './secret-variables.js';

const changesOf = (overlay: BankOverlay) =>
  parseAllDocuments(readFileSync(join(root, changesPath(overlay)), 'utf8')).map(
    (document) => document.toJS() as Manifest,
  );

describe('no variable holds a secret', () => {
  it.each(overlays)('in the rendered overlay %s', (overlay) => {
    expect(secretVariableFaults(Rendered.read(overlay).manifests)).toEqual([]);
  });

  it.each(Object.keys(bankOverlays) as BankOverlay[])('in the overlay %s of a bank', (overlay) => {
    expect(secretVariableFaults(changesOf(overlay))).toEqual([]);
  });

  const reference = { secretKeyRef: { name: 'traces-backend', key: 'authorization' } };

  it.each([
    [
      'a variable of a container',
      set('Deployment collector', `${container}/env`, [{ name: 'LOGIN', valueFrom: reference }]),
      'Deployment collector: LOGIN is the key authorization of the Secret traces-backend',
    ],
    [
      'a variable of an init container',
      set('Deployment sca', 'spec/template/spec/initContainers', [
        { name: 'first', env: [{ name: 'LOGIN', valueFrom: reference }] },
      ]),
      'Deployment sca: LOGIN is the key authorization of the Secret traces-backend',
    ],
    [
      'a Secret whose keys are all variables',
      set('Deployment batch', `${container}/envFrom`, [{ secretRef: { name: 'batch-secrets' } }]),
      'Deployment batch: every key of the Secret batch-secrets is a variable',
    ],
    [
      'a variable of a custom resource',
      set('Kafka nordgate', 'spec/kafka/template', {
        kafkaContainer: { env: [{ name: 'LOGIN', valueFrom: reference }] },
      }),
      'Kafka nordgate: LOGIN is the key authorization of the Secret traces-backend',
    ],
  ])('where somebody adds %s', (_what, change, fault) => {
    expect(secretVariableFaults(changed(change).manifests)).toContain(fault);
  });
});
