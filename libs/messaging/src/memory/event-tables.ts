import type { TopicName } from '@nordgate/contracts/topics';
import type { EventTable } from './event-table.js';

/**
 * The event tables of a process by topic. Services follow each other's events in circles, so a
 * consumer may ask before the owner has opened its database: it waits.
 */
export class EventTables {
  private readonly tables = new Map<TopicName, PromiseWithResolvers<EventTable>>();

  /** A service that starts again brings its table anew; who asks from then on gets that one. */
  attach(topic: TopicName, table: EventTable): void {
    this.entry(topic).resolve(table);
    this.tables.delete(topic);
    this.entry(topic).resolve(table);
  }

  /** Rejects when the bus closes before the owner came. */
  of(topic: TopicName): Promise<EventTable> {
    return this.entry(topic).promise;
  }

  close(): void {
    for (const [topic, { reject }] of this.tables) reject(new Error(`${topic} has no event table`));
  }

  private entry(topic: TopicName): PromiseWithResolvers<EventTable> {
    const known = this.tables.get(topic);
    if (known !== undefined) return known;
    const made = Promise.withResolvers<EventTable>();
    // Nobody may be waiting when the bus closes.
    made.promise.catch(() => undefined);
    this.tables.set(topic, made);
    return made;
  }
}
