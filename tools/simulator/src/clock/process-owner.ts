import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** A process of the bank in this Node process: whose timers, sessions and messages they are. */
export class ProcessOwner {
  #isAlive = true;
  readonly #ended = Promise.withResolvers<void>();
  /** How far the clock of its machine is ahead of the right time, in milliseconds. */
  skewMs = 0;
  #heldUntilMs = 0;

  constructor(readonly name: string) {}

  /** Until when none of its timers fires, in milliseconds of the timers; 0 while the process goes on. */
  get heldUntilMs(): number {
    return this.#heldUntilMs;
  }

  get isFrozen(): boolean {
    return this.#heldUntilMs > 0;
  }

  /** Stops the process for so long, as SIGSTOP does. What would have happened in it happens then. */
  freeze(ms: number): void {
    const thaw = outsideProcesses(() => setTimeout(() => (this.#heldUntilMs = 0), ms));
    this.#heldUntilMs = (thaw as unknown as { readonly atMs: number }).atMs;
  }

  /** Resolves once the process goes on. A call or an answer from outside awaits this while the process is frozen. */
  thawed(): Promise<void> {
    return this.run(() => delay(0));
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Resolves when the process has ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Ends the process without warning. Nothing that it awaits resolves, and none of its timers fires. */
  end(): void {
    this.#isAlive = false;
    this.#ended.resolve();
  }

  /** Runs work as this process. What the work awaits and starts belongs to the process, too. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** The outcome of work outside the process, as long as the process lives; after that it stays open. */
  whileAlive<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (value) => void (this.#isAlive && resolve(value)),
        (error: unknown) => void (this.#isAlive && reject(error as Error)),
      );
    });
  }
}

/**
 * What a process that has ended awaits. A separate promise each time: one for all would keep every process that ever
 * awaited it.
 */
export const neverResolved = (): Promise<never> => new Promise<never>(() => undefined);

const current = new AsyncLocalStorage<ProcessOwner | undefined>();

/** The process that runs now. Undefined outside the bank: in the workload, the laws, the models. */
export function currentOwner(): ProcessOwner | undefined {
  return current.getStore();
}

/** Runs work that belongs to no process. */
export function outsideProcesses<T>(work: () => T): T {
  return current.run(undefined, work);
}

/**
 * A function that runs as the process which makes it, and does nothing once that has ended.
 *
 * @param before called before each run; may end the process
 */
export function ownedBy<Args extends readonly unknown[]>(
  owner: ProcessOwner | undefined,
  act: (...args: Args) => void,
  before: (owner: ProcessOwner) => void,
): (...args: Args) => void {
  if (owner === undefined) return act;
  return (...args) => {
    if (owner.isAlive) before(owner);
    if (owner.isAlive) current.run(owner, () => act(...args));
  };
}

const places = new Map<string, Map<string, string>>();

/** The name of a place in a process, for traces. Each is put together once: a seed passes thousands of times through some hundreds. */
export function placeOf(process: string, where: string): string {
  let known = places.get(process);
  if (known === undefined) {
    known = new Map();
    places.set(process, known);
  }
  let place = known.get(where);
  if (place === undefined) {
    place = `${process} ${where}`;
    known.set(where, place);
  }
  return place;
}
