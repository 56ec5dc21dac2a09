import { setTimeout as pause } from 'node:timers/promises';
import type { Producer } from 'kafkajs';
import type { TopicName } from '@nordgate/contracts/topics';
import { retryPauseMs } from '../retry-pause.js';
import { demandAcknowledged, recordsOf } from './records.js';
import type { Outgoing } from './records.js';

export interface SendQueueOptions {
  /** A new producer that is not connected yet. */
  readonly create: () => Producer;
  /** -1: all in-sync replicas have it; 1: the leader has it. */
  readonly acks: -1 | 1;
  /** What waited so long without being sent is refused: its sender has given up. */
  readonly patienceMs: number;
  readonly onError: (error: unknown) => void;
}

interface Entry {
  readonly topic: TopicName;
  readonly messages: readonly Outgoing[];
  readonly bytes: number;
  readonly sinceMs: number;
  readonly acknowledged: () => void;
  readonly refused: (reason: unknown) => void;
}

/**
 * A producer with one request in flight: what is sent meanwhile makes the next request, so load makes
 * requests larger by itself, and records of a key keep the order in which they were sent.
 */
export class SendQueue {
  private readonly queue: Entry[] = [];
  private draining: Promise<void> | undefined;
  private producer: Promise<Producer> | undefined;
  private failures = 0;
  private readonly closing = new AbortController();

  constructor(private readonly options: SendQueueOptions) {}

  /** Resolves when the messages are acknowledged; rejects when that is not known. */
  send(topic: TopicName, messages: readonly Outgoing[]): Promise<void> {
    if (this.closing.signal.aborted) return Promise.reject(closed());
    if (messages.length === 0) return Promise.resolve();
    return new Promise((acknowledged, refused) => {
      const bytes = messages.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0);
      const sinceMs = performance.now();
      this.queue.push({ topic, messages, bytes, sinceMs, acknowledged, refused });
      this.draining ??= this.drain();
    });
  }

  /** Sends what waits, then takes nothing more. */
  async close(limitMs: number): Promise<void> {
    this.closing.abort();
    await Promise.race([this.draining, pause(limitMs, undefined, { ref: false })]);
    for (const { refused } of this.queue.splice(0)) refused(closed());
    await this.disconnect();
  }

  private async drain(): Promise<void> {
    await Promise.resolve();
    for (;;) {
      this.dropImpatient();
      const entries = this.take();
      if (entries.length === 0) break;
      try {
        await this.sendAll(entries);
        this.failures = 0;
        for (const { acknowledged } of entries) acknowledged();
      } catch (error) {
        for (const { refused } of entries) refused(error);
        await this.recover(error);
      }
    }
    this.draining = undefined;
  }

  private dropImpatient(): void {
    const oldest = performance.now() - this.options.patienceMs;
    while (this.queue[0] !== undefined && this.queue[0].sinceMs < oldest) {
      this.queue.shift()?.refused(new Error('the brokers do not take messages'));
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
    const answered = await producer.sendBatch({ acks: this.options.acks, topicMessages: sent });
    demandAcknowledged(sent, answered);
  }

  private connected(): Promise<Producer> {
    this.producer ??= this.connect();
    return this.producer;
  }

  private async connect(): Promise<Producer> {
    const producer = this.options.create();
    await producer.connect();
    return producer;
  }

  /** After a failed send the numbering of an idempotent producer may have a gap: a new one starts anew. */
  private async recover(error: unknown): Promise<void> {
    this.options.onError(error);
    await this.disconnect();
    const { signal } = this.closing;
    await pause(retryPauseMs(this.failures), undefined, { signal }).catch(() => undefined);
    this.failures += 1;
  }

  private async disconnect(): Promise<void> {
    const producer = await this.producer?.catch(() => undefined);
    this.producer = undefined;
    await producer?.disconnect().catch(() => undefined);
  }
}

/** Below the brokers' limit for one batch of a partition; a larger message goes alone. */
const bytesMax = 512 * 1024;

function closed(): Error {
  return new Error('the bus is closed');
}
