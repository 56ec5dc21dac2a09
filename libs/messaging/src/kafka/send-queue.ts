import { setTimeout as delay } from 'node:timers/promises';
import type { CompressionTypes, Producer } from 'kafkajs';
import type { TopicName } from '@nordgate/contracts/topics';
import { retryDelayMs } from '../pace.js';
import { recordsOf, requireAcknowledged } from './records.js';
import type { OutgoingMessage } from './records.js';

export interface SendQueueOptions {
  /** A new producer that is not connected yet. */
  readonly create: () => Producer;
  /** -1: all in-sync replicas have the message. 1: the leader has it. */
  readonly acks: -1 | 1;
  readonly compression: CompressionTypes.None | CompressionTypes.GZIP;
  /** A message that waits longer is rejected: its sender has given up. */
  readonly patienceMs: number;
  readonly onError: (error: unknown) => void;
}

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
      try {
        await this.sendAll(entries);
        this.failures = 0;
        for (const { acknowledged } of entries) acknowledged();
      } catch (error) {
        for (const { rejected } of entries) rejected(error);
        await this.recover(error);
      }
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

  private async sendAll(entries: readonly Entry[]): Promise<void> {
    const producer = await this.connected();
    const byTopic = Map.groupBy(entries, ({ topic }) => topic);
    const sent = [...byTopic].map(([topic, ofTopic]) =>
      recordsOf(
        topic,
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

function closedError(): Error {
  return new Error('the bus is closed');
}
