import { Rendered } from '../rendered.js';
import { overlays } from '@nordgate/local/overlays';
import { changed, pod, set, without } from './planting.js';
import { priorityFaults } from './priority.js';

describe('the rule of priorities', () => {
  it.each(overlays)('finds no pod of the overlay %s with a wrong priority', (overlay) => {
    expect(priorityFaults(Rendered.read(overlay))).toEqual([]);
  });

  it.each([
    [
      'an app without a priority',
      set('Deployment sca', `${pod}/priorityClassName`),
      'Deployment sca: has none',
    ],
    [
      'a migration without a priority',
      set('Job sca-migrate-0-2-0', `${pod}/priorityClassName`),
      'Job sca-migrate-0-2-0: has none',
    ],
    ['a class that nobody defines', without('PriorityClass nordgate-data'), 'brokers: has none'],
    [
      'a database with the priority of the apps',
      set('Cluster sca-db', 'spec/priorityClassName', 'nordgate-apps'),
      'sca-db: may give way to an app',
    ],
    [
      'apps before brokers',
      set('PriorityClass nordgate-apps', 'value', 1_000_000),
      'brokers: may give way to an app',
    ],
  ])('reports %s', (_what, change, fault) => {
    expect(priorityFaults(changed(change)).join('\n')).toContain(fault);
  });

  it('reports a sandbox that takes the place of other systems', () => {
    const { manifests } = Rendered.read('production');
    expect(priorityFaults(new Rendered('sandbox', manifests))).toEqual([
      'a sandbox has the priority nordgate-apps',
      'a sandbox has the priority nordgate-data',
    ]);
  });
});
