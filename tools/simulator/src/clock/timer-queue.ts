/** The longest delay of Node's timers. */
const delayMsMax = 2 ** 31 - 1;

const staleMin = 64;
const notHeld = () => 0;

interface Place {
  /** When it fires, in milliseconds of the queue's time. */
  atMs: number;
  /** At the same time immediates go first, then what was set first. */
  readonly isImmediate: boolean;
  order: number;
}

/** A timer as Node's callers hold it. */
export class SimulatedTimer implements Place {
  atMs = 0;
  order = 0;
  /** It stands in the queue and will fire. */
  isSet = false;
  #isReferenced = true;

  constructor(
    private readonly queue: TimerQueue,
    readonly act: () => void,
    readonly delayMs: number,
    readonly options: { readonly isRepeated: boolean; readonly isImmediate: boolean },
    /** Until when it cannot fire, in milliseconds of the queue's time. */
    readonly heldUntilMs: () => number = notHeld,
  ) {}

  get isImmediate(): boolean {
    return this.options.isImmediate;
  }

  ref(): this {
    this.#isReferenced = true;
    return this;
  }

  unref(): this {
    this.#isReferenced = false;
    return this;
  }

  hasRef(): boolean {
    return this.#isReferenced;
  }

  /** Begins the delay again. */
  refresh(): this {
    this.queue.add(this);
    return this;
  }

  close(): this {
    this.queue.cancel(this);
    return this;
  }

  [Symbol.dispose](): void {
    this.queue.cancel(this);
  }
}

/** An entry of the heap. A timer that was cancelled or set again leaves an entry that no longer counts. */
interface Entry extends Place {
  readonly timer: SimulatedTimer;
}

/**
 * The timers of a simulated clock in the order in which they fire: that of `@sinonjs/fake-timers`, whose timers cost
 * several times as much.
 */
export class TimerQueue {
  /** A binary heap. */
  readonly #heap: Entry[] = [];
  /** Entries that no longer count. */
  #stale = 0;
  #orders = 0;
  #isFiring = false;

  constructor(private readonly nowMs: () => number) {}

  /** @param ms as Node takes it: anything that is no delay is none */
  set(act: () => void, ms: unknown, isRepeated = false, heldUntilMs = notHeld): SimulatedTimer {
    const delayMs = Math.max(delayOf(ms), isRepeated ? 1 : 0);
    const options = { isRepeated, isImmediate: false };
    return this.add(new SimulatedTimer(this, act, delayMs, options, heldUntilMs));
  }

  setImmediate(act: () => void, heldUntilMs = notHeld): SimulatedTimer {
    const options = { isRepeated: false, isImmediate: true };
    return this.add(new SimulatedTimer(this, act, 0, options, heldUntilMs));
  }

  /** Lets a timer fire after its delay from now. A timer without one that is set while another fires comes after it. */
  add(timer: SimulatedTimer): SimulatedTimer {
    return this.#place(timer, this.nowMs() + (timer.delayMs || (this.#isFiring ? 1 : 0)));
  }

  cancel(timer: SimulatedTimer): void {
    if (!timer.isSet) return;
    timer.isSet = false;
    this.#leaveEntry();
  }

  /** When the next timer fires. Undefined without any. */
  get nextMs(): number | undefined {
    for (;;) {
      const first = this.#heap[0];
      if (first === undefined || isCurrent(first)) return first?.atMs;
      this.#takeFirst();
      this.#stale -= 1;
    }
  }

  /** Runs the next timer, or puts it where it is held no more. */
  fireNext(): void {
    if (this.nextMs === undefined) return;
    const timer = this.#takeFirst()?.timer;
    if (timer === undefined) return;
    timer.isSet = false;
    const heldUntilMs = timer.heldUntilMs();
    if (heldUntilMs > timer.atMs) {
      this.#place(timer, heldUntilMs);
      return;
    }
    if (timer.options.isRepeated) this.#place(timer, timer.atMs + timer.delayMs);
    this.#isFiring = true;
    try {
      timer.act();
    } finally {
      this.#isFiring = false;
    }
  }

  #place(timer: SimulatedTimer, atMs: number): SimulatedTimer {
    this.cancel(timer);
    timer.isSet = true;
    timer.atMs = atMs;
    timer.order = this.#orders += 1;
    const { isImmediate, order } = timer;
    this.#rise({ atMs, isImmediate, order, timer });
    return timer;
  }

  /** The entry of a timer no longer counts. Nearly all timers of a bank are cancelled, so their entries are thrown away in time. */
  #leaveEntry(): void {
    this.#stale += 1;
    if (this.#stale < staleMin || this.#stale * 2 < this.#heap.length) return;
    const current = this.#heap.filter(isCurrent);
    this.#heap.length = 0;
    for (const entry of current) this.#rise(entry);
    this.#stale = 0;
  }

  #rise(entry: Entry): void {
    const heap = this.#heap;
    let place = heap.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = heap[above];
      if (other === undefined || !isBefore(entry, other)) break;
      heap[place] = other;
      place = above;
    }
    heap[place] = entry;
  }

  #takeFirst(): Entry | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(entry: Entry): void {
    const heap = this.#heap;
    let place = 0;
    for (;;) {
      let below = place * 2 + 1;
      let next = heap[below];
      const right = heap[below + 1];
      if (next !== undefined && right !== undefined && isBefore(right, next)) {
        [below, next] = [below + 1, right];
      }
      if (next === undefined || !isBefore(next, entry)) break;
      heap[place] = next;
      place = below;
    }
    heap[place] = entry;
  }
}

const isCurrent = ({ timer, order }: Entry): boolean => timer.isSet && timer.order === order;

function isBefore(one: Place, other: Place): boolean {
  if (one.atMs !== other.atMs) return one.atMs < other.atMs;
  if (one.isImmediate !== other.isImmediate) return one.isImmediate;
  return one.order < other.order;
}

function delayOf(ms: unknown): number {
  const delay = Math.trunc(Number(ms));
  return delay > 0 && delay <= delayMsMax ? delay : delay > delayMsMax ? 1 : 0;
}
