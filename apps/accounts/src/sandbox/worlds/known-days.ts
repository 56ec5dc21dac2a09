import { knownHolders } from '../known-history/known-holders.js';
import { historyUntil } from '../known-history/known-history.js';
import type { KnownHistory } from '../known-history/known-history.js';
import { knownState } from '../known-state/known-state.js';
import { knownWorld } from './known-world.js';
import type { KnownWorld } from './known-world.js';

export type { KnownHistory };

/** The transactions of the known state until a day in Oslo, YYYY-MM-DD. */
export type HistoryUntil = (day: string) => KnownHistory;

const holders = knownHolders(knownState);

/** A year of transactions on the accounts of the known state. */
export const knownHistory: HistoryUntil = (day) => historyUntil(day, holders);

/** Today, tomorrow, and yesterday of a gateway whose clock is behind. */
const daysMax = 3;

/** The known state of each day, decided once, however many worlds begin with it. */
export class KnownDays {
  private readonly worlds = new Map<string, KnownWorld>();

  /** @param historyUntilDay the transactions; a year of them by default */
  constructor(private readonly historyUntilDay = knownHistory) {}

  /** The known state of a day in Oslo, YYYY-MM-DD. It is decided now where it is not yet, which takes a part of a second. */
  of(day: string): KnownWorld {
    const known = this.worlds.get(day);
    if (known !== undefined) return known;
    const world = knownWorld(knownState, this.historyUntilDay(day));
    const [oldest] = this.worlds.keys();
    if (this.worlds.size >= daysMax && oldest !== undefined) this.worlds.delete(oldest);
    this.worlds.set(day, world);
    return world;
  }
}

/** The days of this process, whose sandboxes all begin with the same state. */
export const knownDays = new KnownDays();
