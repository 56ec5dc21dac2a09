import { pace } from '../pace.js';
import type { HistoryPart } from './event-history.js';

/** How far the reading of a history is. */
export class HistoryProgress {
  private readonly begunAt = performance.now();
  private toldAt = this.begunAt;
  private first: number | undefined;
  private events = 0;

  /** Notes a part. @returns the fields of a line about it, when one is due */
  took({ part, last, messages }: HistoryPart): object | undefined {
    this.first ??= part;
    this.events += messages.length;
    const now = performance.now();
    if (now - this.toldAt < pace.history.tellMs) return undefined;
    this.toldAt = now;
    const share = (part - this.first + 1) / (last - this.first + 1);
    const leftSeconds = Math.round(((now - this.begunAt) * (1 / share - 1)) / 1000);
    return { part, last, events: this.events, leftSeconds };
  }

  get sum(): object {
    return { events: this.events, seconds: Math.round((performance.now() - this.begunAt) / 1000) };
  }
}
