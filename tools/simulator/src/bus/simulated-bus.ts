import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { TopicName } from '@nordgate/contracts/topics';
import { defined } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { Relay } from '@nordgate/messaging';
import type {
  CaughtUp,
  Consumer,
  Consumption,
  Message,
  Reply,
  ReplyChannel,
} from '@nordgate/messaging';
import type { ProcessBus } from '@nordgate/service/process';
import type { Faults } from '../clock/faults.js';
import { neverResolved } from '../clock/process-owner.js';
import type { Broker } from './broker.js';
import { GroupMember } from './group-member.js';

const wayMsMax = 5;
const replyMsMax = 5;

/** The broker has not acknowledged the messages. They may be in the log or not. */
class NotAcknowledgedError extends Error {
  override readonly name = 'NotAcknowledgedError';
}

export interface SimulatedBusOptions {
  readonly broker: Broker;
  readonly faults: Faults;
  readonly onError: (error: unknown) => void;
  /** Called at each call that leaves the process, with its name; may end the process. */
  readonly onCall?: (name: string) => void;
}

/** The bus of one simulated process, over the model of Kafka. Events reach their topic by the production relay. */
export class SimulatedBus implements ProcessBus {
  readonly system = 'kafka';
  readonly #members = new Set<GroupMember>();
  readonly #relays = new Set<Relay>();
  readonly #addresses = new Set<string>();
  /** A producer sends one request after another, so that messages keep their order. */
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #isCut = false;

  constructor(private readonly options: SimulatedBusOptions) {}

  firstAnswer(): Promise<void> {
    return Promise.resolve();
  }

  publish(topic: TopicName, messages: readonly Message[]): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('the bus is closed'));
    const sent = this.#last.then(() => this.#send(topic, messages));
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  consume(consumer: Consumer): Promise<Consumption> {
    if (this.#isClosed) return Promise.reject(new Error('the bus is closed'));
    this.options.onCall?.(`join ${consumer.group}`);
    // The call may have ended the process: a member of it would always keep its partitions.
    if (this.#isCut) return neverResolved();
    const member = new GroupMember({ ...this.options, consumer });
    this.#members.add(member);
    member.join();
    const stop = async () => {
      this.#members.delete(member);
      await member.stop();
    };
    return Promise.resolve({ stop });
  }

  /** As production does it: a request for the ends, and one for the offsets of the group each time. */
  async noteEnd({ topic, group }: Pick<Consumer, 'topic' | 'group'>): Promise<CaughtUp> {
    const { broker } = this.options;
    await this.#round(`ends of ${topic}`);
    const ends = broker.ends(topic);
    return async () => {
      await this.#round(`offsets of ${group}`);
      return broker.isPast(group, topic, ends);
    };
  }

  openReplies(receive: (reply: Reply) => void): Promise<ReplyChannel> {
    const { broker } = this.options;
    const asOwner = AsyncLocalStorage.snapshot();
    const address = broker.receive((reply) => asOwner(() => receive(reply)));
    this.#addresses.add(address);
    const close = () => {
      this.#addresses.delete(address);
      broker.forget(address);
      return Promise.resolve();
    };
    return Promise.resolve({ address, close });
  }

  reply(address: string, reply: Reply): void {
    const { broker, faults, onCall } = this.options;
    onCall?.('reply');
    if (this.#isCut) return;
    if (faults.happens('reply lost', reply.commandId)) return;
    setTimeout(() => broker.reply(address, reply), faults.latencyMs(replyMsMax));
  }

  /** Publishes the events of a service's database on its topic until the bus is closed. */
  publishEvents(topic: TopicName, database: Database, types?: readonly AnyStreamType[]): void {
    const relay = new Relay({
      topic,
      table: { database, ...defined({ types }) },
      publish: (messages) => this.publish(topic, messages),
      onError: this.options.onError,
    });
    this.#relays.add(relay);
    relay.start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#relays].map((relay) => relay.stop()));
    await Promise.all([...this.#members].map((member) => member.stop()));
    await this.#last;
    for (const address of this.#addresses) this.options.broker.forget(address);
  }

  /** The groups take the process for dead, which joins them again when it goes on. */
  evict(): void {
    for (const member of this.#members) member.evict();
  }

  /** The process has ended without warning: its partitions go to others, and nobody hears its replies. */
  cut(): void {
    this.#isClosed = true;
    this.#isCut = true;
    for (const relay of this.#relays) void relay.stop();
    for (const member of this.#members) member.leave();
    for (const address of this.#addresses) this.options.broker.forget(address);
  }

  async #round(name: string): Promise<void> {
    const { faults, onCall } = this.options;
    onCall?.(name);
    await delay(faults.latencyMs(wayMsMax));
  }

  async #send(topic: TopicName, messages: readonly Message[]): Promise<void> {
    const { broker, faults, onCall } = this.options;
    onCall?.(`publish ${topic}`);
    await delay(faults.latencyMs(wayMsMax));
    if (faults.happens('publish: not appended', topic)) throw new NotAcknowledgedError(topic);
    broker.append(topic, messages);
    onCall?.(`acknowledged ${topic}`);
    await delay(faults.latencyMs(wayMsMax));
    if (faults.happens('publish: appended, not acknowledged', topic)) {
      throw new NotAcknowledgedError(topic);
    }
  }
}
