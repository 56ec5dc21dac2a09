import { Rendered } from '../rendered.js';
import { overlays } from '@nordgate/local/overlays';
import { drainFaults } from './drains.js';
import { changed, set } from './planting.js';

describe('the rule of drains', () => {
  it.each(overlays)('finds no database of the overlay %s that stops a drain', (overlay) => {
    expect(drainFaults(Rendered.read(overlay))).toEqual([]);
  });

  it.each([
    [
      'a budget for the only instance of a database',
      set('Cluster sca-db', 'spec/instances', 1),
      'sca-db: keeps its node from being drained',
    ],
    [
      'several instances without a budget',
      set('Cluster sca-db', 'spec/enablePDB', false),
      'sca-db: may lose several instances to one drain',
    ],
  ])('reports %s', (_what, change, fault) => {
    expect(drainFaults(changed(change))).toEqual([fault]);
  });
});
