import { outcomeOf } from '@nordgate/testing';
import { SharedAdmin } from './shared-admin.js';
import type { ConnectedAdmin } from './shared-admin.js';

/** Clients that note when they are connected and disconnected. */
function clients() {
  const steps: string[] = [];
  const note = (step: string) => () => {
    steps.push(step);
    return Promise.resolve();
  };
  const open = () =>
    ({ connect: note('connect'), disconnect: note('disconnect') }) as unknown as ConnectedAdmin;
  return { steps, note, admin: new SharedAdmin(open) };
}

describe('the admin client of all groups', () => {
  it('carries out one use after the other, and disconnects after the last one', async () => {
    const { admin, note, steps } = clients();
    await Promise.all([admin.use(note('one')), admin.use(note('two'))]);
    await admin.use(note('three'));
    const connected = ['connect', 'three', 'disconnect'];
    expect(steps).toEqual(['connect', 'one', 'connect', 'two', 'disconnect', ...connected]);
  });

  it('goes on after a use that failed', async () => {
    const { admin, note, steps } = clients();
    const failed = outcomeOf(admin.use(() => Promise.reject(new Error('no broker'))));
    await admin.use(note('next'));
    expect(await failed).toBe('rejected');
    expect(steps).toContain('next');
  });
});
