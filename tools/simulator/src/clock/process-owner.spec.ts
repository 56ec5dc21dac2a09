import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { neverResolved, ProcessOwner } from './process-owner.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What a process holds while it awaits a call at which it ended. */
function heldBy(owner: ProcessOwner): WeakRef<object> {
  const held = { owner };
  void owner.run(() => neverResolved().then(() => held));
  return new WeakRef(held);
}

describe('a process of the simulated bank', () => {
  it('is garbage when it has ended, though it still awaits the answer of a call', async () => {
    const ref = heldBy(new ProcessOwner('payments'));
    // A reference is held until the end of the turn in which it was made.
    await new Promise(setImmediate);
    collectGarbage();
    expect(ref.deref()).toBeUndefined();
  });

  it('hears nothing of what it awaits once it has ended', async () => {
    const owner = new ProcessOwner('payments');
    const heard: string[] = [];
    const work = Promise.resolve('an answer');
    void owner.whileAlive(work).then((answer) => heard.push(answer));
    owner.end();
    await new Promise(setImmediate);
    expect(heard).toEqual([]);
    expect(owner.isAlive).toBe(false);
  });
});
