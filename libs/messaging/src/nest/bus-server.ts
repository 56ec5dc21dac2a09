import { Server } from '@nestjs/microservices';
import type { CustomTransportStrategy, MessageHandler } from '@nestjs/microservices';
import { handleSlice } from '@nordgate/event-store';
import type { Command, EventStore, SliceItem, UnitOfWork } from '@nordgate/event-store';
import { attributeNames, inSpan, instrumentsOf, spanNames } from '@nordgate/telemetry';
import { lastValueFrom } from 'rxjs';
import type { Bus, Consumer, Consumption, Slice } from '../bus.js';
import { CommandContext } from './command-context.js';
import { patternParts } from './patterns.js';
import { commandItem, reactionItem } from './slice-items.js';
import { sendReplies } from './send-replies.js';

export interface BusServerOptions {
  readonly bus: Bus;
  readonly store: EventStore;
  /** The app's name: its consumer group on its command topic. */
  readonly service: string;
}

/**
 * Nest's view of the bus: opens a unit of work per slice, lets the app's handlers decide in
 * partition order and commits the whole slice at once.
 */
export class BusServer extends Server implements CustomTransportStrategy {
  private consumptions: Consumption[] = [];

  constructor(private readonly options: BusServerOptions) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    this.consumeAll().then(() => callback(), callback);
  }

  async close(): Promise<void> {
    await Promise.all(this.consumptions.map((consumption) => consumption.stop()));
    this.consumptions = [];
  }

  override on(): void {
    throw new Error('the bus has no transport events to listen to');
  }

  override unwrap<T>(): T {
    return this.options.bus as T;
  }

  private async consumeAll(): Promise<void> {
    for (const [pattern, handler] of this.messageHandlers) {
      const { topic, group } = patternParts(pattern);
      const consumer: Consumer =
        group === undefined
          ? { topic, group: this.options.service, handle: (slice) => this.runCommands(slice) }
          : { topic, group, handle: (slice) => this.runReactions(group, handler, slice) };
      this.consumptions.push(await this.options.bus.consume(consumer));
    }
  }

  private async runCommands(slice: Slice): Promise<void> {
    const items = slice.messages.map((message) => commandItem(slice, message));
    const results = await this.commit(this.options.service, items);
    sendReplies(this.options.bus, slice.messages, items, results);
  }

  private async runReactions(group: string, react: MessageHandler, slice: Slice): Promise<void> {
    const items = await Promise.all(
      slice.messages.map((message) =>
        reactionItem(slice, message, (event) => call(this, react, event)),
      ),
    );
    await this.commit(group, items);
  }

  private commit(consumer: string, items: readonly SliceItem[]) {
    instrumentsOf().sliceSize.record(items.length, { [attributeNames.consumerGroup]: consumer });
    const { store } = this.options;
    return handleSlice({ store, consumer, items, execute: (c, work) => this.execute(c, work) });
  }

  private execute(command: Command, work: UnitOfWork): Promise<unknown> {
    const handler = [...this.messageHandlers.values()].find((one) => !one.isEventHandler);
    if (handler === undefined) throw new Error('this app takes no commands');
    const options = {
      kind: 'consumer',
      from: command.meta,
      attributes: {
        [attributeNames.app]: this.options.service,
        [attributeNames.messageType]: command.type,
      },
    } as const;
    return inSpan(spanNames.decide, options, () =>
      call(this, handler, command, new CommandContext([work])),
    );
  }
}

/** Nest wraps what a handler returns in an observable of one value. */
async function call(
  server: Server,
  handler: MessageHandler,
  data: unknown,
  context?: unknown,
): Promise<unknown> {
  return lastValueFrom(server.transformToObservable(await handler(data, context)), {
    defaultValue: undefined,
  });
}
