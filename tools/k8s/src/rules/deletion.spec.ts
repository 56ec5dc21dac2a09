import { Rendered } from '../rendered.js';
import { overlays } from '@nordgate/local/overlays';
import { deletionFaults } from './deletion.js';
import { changed, set } from './planting.js';

describe('the rule of deletion', () => {
  const options = 'metadata/annotations/argocd.argoproj.io~1sync-options';

  it.each(overlays)('finds no data in the overlay %s that Argo CD would delete', (overlay) => {
    expect(deletionFaults(Rendered.read(overlay))).toEqual([]);
  });

  it.each([
    [
      'a topic without the options',
      set('KafkaTopic sca.events.v1', options),
      ['KafkaTopic sca.events.v1 lacks Prune=false', 'KafkaTopic sca.events.v1 lacks Delete=false'],
    ],
    [
      'a database that ends with its Application',
      set('Cluster sca-db', options, 'Prune=false'),
      ['Cluster sca-db lacks Delete=false'],
    ],
    [
      'a namespace that may be pruned',
      set('Namespace nordgate', options, 'Delete=false'),
      ['Namespace nordgate lacks Prune=false'],
    ],
    [
      'options with the wrong separator',
      set('Kafka nordgate', options, 'Prune=false;Delete=false'),
      ['Kafka nordgate lacks Prune=false', 'Kafka nordgate lacks Delete=false'],
    ],
    [
      'a node pool that may be pruned',
      set('KafkaNodePool brokers', options, 'Delete=false, Prune=true'),
      ['KafkaNodePool brokers lacks Prune=false'],
    ],
  ])('reports %s', (_what, change, faults) => {
    expect(deletionFaults(changed(change))).toEqual(faults);
  });
});
