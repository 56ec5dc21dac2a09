const turn = globalThis.setImmediate;
const nextTick = Reflect.get(process, 'nextTick') as (...args: readonly unknown[]) => void;

/** Real work, such as I/O of a model that is not a model. The clock stands still until it is done. */
let inFlight = 0;

/** Lets the simulated clock wait for work that needs real time. */
export async function asRealWork<T>(work: Promise<T>): Promise<T> {
  inFlight += 1;
  try {
    return await work;
  } finally {
    inFlight -= 1;
  }
}

/** Calls of `process.nextTick` since the process began. */
let ticks = 0;

/** Counts the calls of `process.nextTick` until the returned function is called. */
export function countTicks(): () => void {
  process.nextTick = (act: (...args: unknown[]) => void, ...args: unknown[]) => {
    ticks += 1;
    nextTick(act, ...args);
  };
  return () => void Object.assign(process, { nextTick });
}

/** A turn of the event loop costs much more than a tick, and only real work and what Node frees late need it. */
const settlingsPerTurn = 50;
let settlings = 0;

/** Resolves when all microtasks and ticks have run, and no real work is in flight. */
export async function settled(): Promise<void> {
  settlings += 1;
  if (settlings % settlingsPerTurn === 0) await eventLoopTurn();
  await quiet();
  while (inFlight > 0) {
    await eventLoopTurn();
    await quiet();
  }
}

const eventLoopTurn = () => new Promise<void>((resolve) => void turn(resolve));

/** Node itself may set ticks that are not counted. */
const quietLooksMin = 2;

/**
 * Resolves when nothing more happens in this turn of the event loop. A tick that a microtask sets runs when all
 * microtasks have run, so nothing is open when no other tick was set between two such ticks.
 */
function quiet(): Promise<void> {
  return new Promise((resolve) => {
    let seen = ticks;
    let looks = 0;
    const afterMicrotasks = () => void nextTick(look);
    const look = () => {
      looks = ticks === seen ? looks + 1 : 0;
      seen = ticks;
      if (looks >= quietLooksMin) resolve();
      else void resolved.then(afterMicrotasks);
    };
    void resolved.then(afterMicrotasks);
  });
}

/** A reaction to it is a microtask without the asynchronous resource that `queueMicrotask` makes. */
const resolved = Promise.resolve();
