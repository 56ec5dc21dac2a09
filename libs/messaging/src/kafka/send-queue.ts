import { setTimeout as delay } from 'node:timers/promises';
import type { CompressionTypes, Producer } from 'kafkajs';
import type { TopicName } from '@nordgate/contracts/topics';
import { pace, retryDelayMs } from '../pace.js';
import type { Generation } from './generations.js';
import type { KnownGenerations } from './known-generations.js';
import { recordsOf, requireAcknowledged } from './records.js';
import type { OutgoingMessage } from './records.js';
import { isSealed } from './topic-seal.js';

export interface SendQueueOptions {
  /** A new producer that is not connected yet. */
  readonly create: () => Producer;
  /** -1: all in-sync replicas have the message. 1: the leader has it. */
  readonly acks: -1 | 1;
  readonly compression: CompressionTypes.None | CompressionTypes.GZIP;
  /** Which generation of a topic accepts records. */
  readonly generations: SendingGenerations;
  /** A message that waits longer is rejected: its sender has given up. */
  readonly patienceMs: number;
  readonly onError: (error: unknown) => void;
}

export type SendingGenerations = Pick<
  KnownGenerations,
  'changes' | 'firstLook' | 'look' | 'writing' | 'candidates' | 'accepted'
>;

interface Entry {
  readonly topic: TopicName;
  readonly messages: readonly OutgoingMessage[];
  readonly bytes: number;
  readonly sinceMs: number;
  readonly acknowledged: () => void;
  readonly rejected: (reason: unknown) => void;
}

/**
 * A producer with one request in flight. Messages that are sent meanwhile make the next request, so
 * requests grow with the load, and records of a key keep the order in which they were sent.
 */
export class SendQueue {
  private readonly queue: Entry[] = [];
  private draining: Promise<void> | undefined;
  private producer: Promise<Producer> | undefined;
  private failures = 0;
  private readonly closing = new AbortController();
  private connectedOnce = false;
  private seenChanges = 0;

  constructor(private readonly options: SendQueueOptions) {}

  /** Whether a producer has been connected once. */
  get hasConnected(): boolean {
    return this.connectedOnce;
  }

  /**
   * Connects before the first message. Tries again until a broker accepts the producer, or until the
   * queue is closed.
   */
  async connect(): Promise<void> {
    while (!this.closing.signal.aborted && !this.connectedOnce) {
      await this.connected().catch((error: unknown) => this.recover(error));
    }
  }

  /** Resolves when the messages are acknowledged. Rejects when that is not known. */
  send(topic: TopicName, messages: readonly OutgoingMessage[]): Promise<void> {
    if (this.closing.signal.aborted) return Promise.reject(closedError());
    if (messages.length === 0) return Promise.resolve();
    return new Promise((acknowledged, rejected) => {
      const bytes = messages.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0);
      const sinceMs = performance.now();
      this.queue.push({ topic, messages, bytes, sinceMs, acknowledged, rejected });
      this.draining ??= this.drain();
    });
  }

  /** Accepts no new messages, sends those that wait, and rejects what is left after the limit. */
  async close(limitMs: number): Promise<void> {
    this.closing.abort();
    await Promise.race([this.draining, delay(limitMs, undefined, { ref: false })]);
    for (const { rejected } of this.queue.splice(0)) rejected(closedError());
    await this.disconnect();
  }

  private async drain(): Promise<void> {
    await Promise.resolve();
    for (;;) {
      this.rejectExpired();
      const entries = this.take();
      if (entries.length === 0) break;
      await this.deliver(entries);
    }
    this.draining = undefined;
  }

  private rejectExpired(): void {
    const oldest = performance.now() - this.options.patienceMs;
    while (this.queue[0] !== undefined && this.queue[0].sinceMs < oldest) {
      this.queue.shift()?.rejected(new Error('the brokers accept no messages'));
    }
  }

  private take(): Entry[] {
    let bytes = 0;
    const over = this.queue.findIndex((entry, i) => (bytes += entry.bytes) > bytesMax && i > 0);
    return this.queue.splice(0, over === -1 ? this.queue.length : over);
  }

  private async deliver(entries: readonly Entry[]): Promise<void> {
    const { generations } = this.options;
    try {
      await this.renew();
      await this.sendAll(entries, (topic) => generations.writing(topic));
      acknowledge(entries);
      this.failures = 0;
    } catch (error) {
      if (!isSealed(error)) return this.giveUp(entries, error);
      await this.disconnect();
      await this.deliverByTopic(entries);
    }
  }

  /** kafkajs asks for every topic that a producer has sent to, and fails when one of them is gone. */
  private async renew(): Promise<void> {
    const { changes } = this.options.generations;
    if (changes === this.seenChanges) return;
    this.seenChanges = changes;
    await this.disconnect();
  }

  /** A generation of one of the topics accepts nothing, and the answer does not name it: each topic is sent alone. */
  private async deliverByTopic(entries: readonly Entry[]): Promise<void> {
    const looked = await this.options.generations.look().catch((error: unknown) => ({ error }));
    if (looked !== undefined) return this.giveUp(entries, looked.error);
    const waiting: Entry[] = [];
    for (const [topic, ofTopic] of Map.groupBy(entries, (entry) => entry.topic)) {
      if (await this.deliverTo(this.options.generations.candidates(topic), ofTopic)) continue;
      waiting.push(...ofTopic);
    }
    if (waiting.length === 0) return;
    // The next generation is about to accept records. What waits stays ahead of what comes.
    this.queue.unshift(...waiting);
    const { signal } = this.closing;
    await delay(pace.generations.sealedMs, undefined, { signal }).catch(() => undefined);
  }

  /** @returns false while several generations are there, and none of them accepts */
  private async deliverTo(
    candidates: readonly Generation[],
    entries: readonly Entry[],
  ): Promise<boolean> {
    for (const generation of candidates) {
      try {
        await this.sendAll(entries, () => generation);
        this.options.generations.accepted(generation);
        acknowledge(entries);
        return true;
      } catch (error) {
        const isLarge = isSealed(error) && candidates.length === 1;
        if (isLarge || !isSealed(error)) {
          await this.giveUp(entries, error);
          return true;
        }
        await this.disconnect();
      }
    }
    return false;
  }

  private async giveUp(entries: readonly Entry[], error: unknown): Promise<void> {
    for (const { rejected } of entries) rejected(error);
    await this.recover(error);
  }

  private async sendAll(
    entries: readonly Entry[],
    generationOf: (topic: TopicName) => Generation,
  ): Promise<void> {
    const producer = await this.connected();
    const byTopic = Map.groupBy(entries, ({ topic }) => topic);
    const sent = [...byTopic].map(([topic, ofTopic]) =>
      recordsOf(
        generationOf(topic),
        ofTopic.flatMap(({ messages }) => messages),
      ),
    );
    const { acks, compression } = this.options;
    const answered = await producer.sendBatch({ acks, compression, topicMessages: sent });
    requireAcknowledged(sent, answered);
  }

  private connected(): Promise<Producer> {
    this.producer ??= this.open();
    return this.producer;
  }

  private async open(): Promise<Producer> {
    await this.options.generations.firstLook();
    const producer = this.options.create();
    await producer.connect();
    this.connectedOnce = true;
    return producer;
  }

  /**
   * A failed send may leave a gap in the sequence numbers of an idempotent producer. A new producer
   * starts with new numbers.
   */
  private async recover(error: unknown): Promise<void> {
    this.options.onError(error);
    await this.disconnect();
    const { signal } = this.closing;
    await delay(retryDelayMs(this.failures), undefined, { signal }).catch(() => undefined);
    this.failures += 1;
  }

  private async disconnect(): Promise<void> {
    const producer = await this.producer?.catch(() => undefined);
    this.producer = undefined;
    await producer?.disconnect().catch(() => undefined);
  }
}

/** Below the brokers' limit for one batch of a partition. A larger message is a request alone. */
const bytesMax = 512 * 1024;

function acknowledge(entries: readonly Entry[]): void {
  for (const { acknowledged } of entries) acknowledged();
}

function closedError(): Error {
  return new Error('the bus is closed');
}
