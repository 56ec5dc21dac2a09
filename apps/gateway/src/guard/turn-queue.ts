/** How many may wait: in all, and of one key. */
export interface TurnLimits {
  readonly waitingMax: number;
  readonly waitingPerKeyMax: number;
}

/** A place in the queue. */
export interface Place<Item> {
  readonly key: string;
  readonly item: Item;
}

/**
 * A bounded queue that serves its keys in turn (round-robin): while n keys wait, each is served within n
 * turns, however many places one of them has. Places of one key are served in their order.
 */
export class TurnQueue<Item> {
  /** By key, the next key first. */
  private readonly waiting = new Map<string, Set<Place<Item>>>();
  private count = 0;

  constructor(private readonly limits: TurnLimits) {}

  /** The number of places. */
  get size(): number {
    return this.count;
  }

  /** Takes a place at the end of its key; undefined when the queue, or the share of the key, is full. */
  enter(key: string, item: Item): Place<Item> | undefined {
    const { waitingMax, waitingPerKeyMax } = this.limits;
    const places = this.waiting.get(key) ?? new Set();
    if (this.count >= waitingMax || places.size >= waitingPerKeyMax) return undefined;
    const place = { key, item };
    places.add(place);
    this.waiting.set(key, places);
    this.count += 1;
    return place;
  }

  /** Gives up a place. A place that was served or given up before changes nothing. */
  leave(place: Place<Item>): void {
    const places = this.waiting.get(place.key);
    if (places?.delete(place) !== true) return;
    this.count -= 1;
    if (places.size === 0) this.waiting.delete(place.key);
  }

  /** Serves the first place of the next key, which goes behind the other keys. */
  next(): Place<Item> | undefined {
    for (const [key, places] of this.waiting) {
      for (const place of places) {
        this.leave(place);
        this.waiting.delete(key);
        if (places.size > 0) this.waiting.set(key, places);
        return place;
      }
    }
    return undefined;
  }
}
