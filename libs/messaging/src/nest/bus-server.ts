import { Server } from '@nestjs/microservices';
import type { CustomTransportStrategy, MessageHandler } from '@nestjs/microservices';
import { handleSlice } from '@nordgate/event-store';
import type {
  EventStore,
  Execute,
  SliceItem,
  SliceResult,
  UnitOfWork,
} from '@nordgate/event-store';
import { defined, isRefusal } from '@nordgate/decider';
import type { AnyDeciderTable, Command, ReceivedEvent } from '@nordgate/decider';
import {
  attributeNames,
  currentTrace,
  inSpan,
  instrumentsOf,
  spanNames,
  withCurrentTrace,
} from '@nordgate/telemetry';
import type { Log, TraceHeaders } from '@nordgate/telemetry';
import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { lastValueFrom } from 'rxjs';
import type { Bus, Consumer, Consumption, ReceivedMessage, Slice } from '../bus.js';
import { decideCommand } from '../cqrs/decide-command.js';
import { findTogether } from '../cqrs/find-together.js';
import { commitSpan, decideSpan, reactSpan } from './bus-spans.js';
import type { Deciding, SliceToCommit } from './bus-spans.js';
import { OriginLinks } from './origin-links.js';
import { logParked } from './parked-log.js';
import { eventTypesOf, patternParts } from './patterns.js';
import { commandItem, reactionItem } from './slice-items.js';
import type { Reacting } from './slice-items.js';
import { refusalOf, sendReplies } from './send-replies.js';
import { tellDelay, tellVisible } from './slice-metrics.js';

export interface BusServerOptions {
  readonly bus: Bus;
  readonly store: EventStore;
  /** The app's name: its consumer group on its command topic. */
  readonly service: string;
  /** The commands that it takes, where it takes any. */
  readonly commands?: TakenCommands | undefined;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** Where a service's commands come from, and who decides them. */
export interface TakenCommands {
  readonly topic: TopicName;
  readonly deciders: AnyDeciderTable;
}

/** How one consumer reads a message and carries it out. */
export interface MessageHandling {
  readonly toItem: (topic: string, message: ReceivedMessage) => SliceItem | Promise<SliceItem>;
  readonly execute: Execute;
  /** Whether the ids of its commands are kept in the inbox. */
  readonly usesInbox: boolean;
}

type Prepare = NonNullable<Parameters<typeof handleSlice>[0]['prepare']>;
type AddedHandler =
  Parameters<Server['addHandler']> extends [unknown, ...infer Rest] ? Rest : never;

/**
 * Nest's view of the bus: opens a unit of work per slice, lets the app's methods react and its deciders decide in
 * partition order, and commits the whole slice at once.
 */
export class BusServer extends Server implements CustomTransportStrategy {
  /** A failing reaction is parked or comes again; Nest need not log it. */
  override readonly propagatesEventHandlerErrors = true;
  private consumptions: Consumption[] = [];
  private readonly joinedGroups = new Set<string>();
  private closed = false;
  private readonly deciders: AnyDeciderTable;

  constructor(private readonly options: BusServerOptions) {
    super();
    this.deciders = options.commands?.deciders ?? {};
  }

  listen(callback: (error?: unknown) => void): void {
    this.consumeAll().then(() => callback(), callback);
  }

  /** Throws when a pattern has its method already: only one of the two would be heard. */
  override addHandler(pattern: string, ...rest: AddedHandler): void {
    if (this.messageHandlers.has(pattern)) throw new Error(`two methods for ${pattern}`);
    super.addHandler(pattern, ...rest);
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.consumptions.map((consumption) => consumption.stop()));
    this.consumptions = [];
  }

  override on(): void {
    throw new Error('the bus has no transport events to listen to');
  }

  override unwrap<T>(): T {
    return this.options.bus as T;
  }

  /** The consumer groups of this app. */
  get groups(): readonly string[] {
    return this.consumers().map(({ group }) => group);
  }

  /** The groups of which this app has become a member, or the reader, since it listens. */
  get joined(): ReadonlySet<string> {
    return this.joinedGroups;
  }

  private async consumeAll(): Promise<void> {
    try {
      for (const consumer of this.consumers()) {
        this.consumptions.push(await this.options.bus.consume(consumer));
        this.joinedGroups.add(consumer.group);
        // A bus may take its time to let a consumer in.
        if (this.closed) throw new Error('the app was closed before it listened');
      }
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** The commands of the app, if it takes any, and what its methods react to. */
  private consumers(): readonly Consumer[] {
    const { commands, service } = this.options;
    const reactions = [...this.messageHandlers].map(([pattern, react]) => {
      const { topic, group } = patternParts(pattern);
      const handle = (slice: Slice) => this.runReactions(group, react, slice);
      return { topic, group, ...eventTypesOf(react.extras), handle };
    });
    if (commands === undefined) return reactions;
    const handle = (slice: Slice) => this.runCommands(slice);
    return [{ topic: commands.topic, group: service, handle }, ...reactions];
  }

  private async runCommands(slice: Slice): Promise<void> {
    const items = slice.messages.map((message) => commandItem(slice, message, this.deciders));
    const traces = items.flatMap(({ commands }) => commands.map(({ meta }) => meta));
    const { topic } = slice;
    const sources = new Map(
      items.flatMap(({ commands, source }) => commands.map((command) => [command, source])),
    );
    const execute = this.executing(undefined, await this.deciding(items, sources));
    const { service: consumer } = this.options;
    const results = await this.commit({ consumer, topic, items, traces, refusalOf }, execute);
    tellVisible(items, results);
    sendReplies(this.options.bus, slice.messages, results);
  }

  private async runReactions(group: string, react: MessageHandler, slice: Slice): Promise<void> {
    const traces: TraceHeaders[] = [];
    const reacting = this.reacting({ group, nowMs: Date.now() }, react, traces);
    const items = await Promise.all(
      slice.messages.map((message) => reactionItem(slice, message, reacting)),
    );
    // Deciders ignore what an event has caused before, so its commands need no inbox.
    const { topic } = slice;
    const execute = this.executing(topic, await this.deciding(items));
    await this.commit({ consumer: group, topic, items, traces, usesInbox: false }, execute);
  }

  /**
   * How a consumer of this app handles one message, for a parked message that is retried; undefined
   * when this release has no such consumer.
   */
  handlingOf(consumer: string): MessageHandling | undefined {
    if (consumer === this.options.service) {
      return {
        execute: this.executing(),
        usesInbox: true,
        toItem: (topic, message) => commandItem({ topic }, message, this.deciders),
      };
    }
    const found = [...this.messageHandlers].find(
      ([pattern]) => patternParts(pattern).group === consumer,
    );
    if (found === undefined) return undefined;
    const execute = this.executing(patternParts(found[0]).topic);
    const reacting = this.reacting({ group: consumer }, found[1], []);
    const toItem: MessageHandling['toItem'] = (topic, message) =>
      reactionItem({ topic }, message, reacting);
    return { execute, usesInbox: false, toItem };
  }

  private reacting(
    by: { readonly group: string; readonly nowMs?: number },
    react: MessageHandler,
    traces: TraceHeaders[],
  ): Reacting {
    const { system } = this.options.bus;
    return {
      react: (event, source) =>
        inSpan(spanNames.react, reactSpan(event, source, { ...by, system }), () => {
          traces.push(currentTrace());
          // What it asks for goes on from here.
          return call(this, react, withCurrentTrace(event));
        }),
      ping: () => this.options.store.database.ping(),
      deciders: this.deciders,
      ...eventTypesOf(react.extras),
    };
  }

  private async commit(slice: SliceToCommit, execute: Execute): Promise<SliceResult[]> {
    const { consumer, items, usesInbox = true, refusalOf } = slice;
    const labels = { [attributeNames.consumerGroup]: consumer };
    instrumentsOf().sliceSize.record(items.length, labels);
    const { bus, store, log } = this.options;
    const prepare: Prepare = (commands, work) => findTogether(this.deciders, commands, work);
    const results = await inSpan(spanNames.commit, commitSpan(slice, bus), () =>
      handleSlice({ store, consumer, items, prepare, execute, usesInbox, refusalOf }),
    );
    tellDelay(items, labels);
    const parked = results.filter(({ status }) => status === 'parked').length;
    instrumentsOf().parked.add(parked, labels);
    if (parked > 0) {
      log.warn(`${parked} of ${items.length} messages for ${consumer} were parked`);
      items.forEach((item, i) => logParked(log, consumer, item, results[i]));
    }
    return results;
  }

  /**
   * How the commands that come of a topic are carried out. What the bank's core reports has no sender who
   * reads a refusal: it throws, so the message is parked for an operator.
   */
  private executing(topic?: TopicName, deciding = this.decidingAlone()): Execute {
    if (topic === undefined || topics[topic].carries !== 'core') {
      return (command, work) => this.execute(command, work, deciding);
    }
    return async (command, work) => {
      const reply = await this.execute(command, work, deciding);
      if (!isRefusal(reply)) return reply;
      throw new Error(`${command.type} was refused: ${reply.refused} ${reply.path ?? ''}`.trim());
    };
  }

  private decidingAlone(): Deciding {
    return { app: this.options.service, system: this.options.bus.system };
  }

  /** What the spans of the decisions of a slice say. A command that creates its stream has no origin. */
  private async deciding(
    items: readonly SliceItem[],
    sources: Deciding['sources'] = new Map(),
  ): Promise<Deciding> {
    const commands = items.flatMap((item) => (item.createsStream ? [] : item.commands));
    const origins = await OriginLinks.read(this.options.store.database, commands);
    return { ...this.decidingAlone(), sources, ...defined({ origins }) };
  }

  private execute(command: Command, work: UnitOfWork, deciding: Deciding): Promise<unknown> {
    return inSpan(spanNames.decide, decideSpan(command, deciding), () =>
      decideCommand(this.deciders, command, work),
    );
  }
}

/** Nest wraps what a method returns in an observable of one value. */
async function call(server: Server, react: MessageHandler, event: ReceivedEvent): Promise<unknown> {
  return lastValueFrom(server.transformToObservable(await react(event)), {
    defaultValue: undefined,
  });
}
