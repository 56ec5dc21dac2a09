import { ClientProxy } from '@nestjs/microservices';
import type { ReadPacket, WritePacket } from '@nestjs/microservices';
import type { TopicName } from '@nordgate/contracts/topics';
import { Observable } from 'rxjs';
import type { Command } from '@nordgate/decider';
import type { Bus, Reply, ReplyChannel } from '../bus.js';
import { commandMessage } from '../command-message.js';

/**
 * What `send` emits: the command is durable; and, as the last thing, its outcome. A bus that handles
 * before it answers may bring the outcome alone.
 */
export type CommandProgress = { readonly durable: true } | { readonly outcome: unknown };

/**
 * Nest's client for the bus. `send(topic, command)` emits when the command is durable and completes
 * with its outcome, if that comes back to this instance; `emit(topic, command)` only publishes.
 */
export class BusClient extends ClientProxy {
  private replies: ReplyChannel | undefined;
  private opening: Promise<ReplyChannel> | undefined;
  private readonly waiting = new Map<string, Set<(outcome: unknown) => void>>();

  constructor(
    private readonly bus: Bus,
    /** CloudEvents source of what this client sends. */
    private readonly source: string,
  ) {
    super();
  }

  async connect(): Promise<ReplyChannel> {
    this.opening ??= this.bus.openReplies((reply) => this.receive(reply));
    const { opening } = this;
    try {
      this.replies = await opening;
      return this.replies;
    } catch (error) {
      // The next one to connect tries again.
      if (this.opening === opening) this.opening = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    const { opening } = this;
    this.opening = undefined;
    const channel = await opening?.catch(() => undefined);
    if (this.replies === channel) this.replies = undefined;
    await channel?.close();
  }

  /** Once connected, what Nest's own does first is to ask whether it is. */
  override send<Result = CommandProgress, Input = Command>(
    topic: TopicName,
    command: Input,
  ): Observable<Result> {
    if (this.replies === undefined) return super.send<Result, Input>(topic, command);
    return new Observable((observer) =>
      this.publish({ pattern: topic, data: command as Command }, this.createObserver(observer)),
    );
  }

  override unwrap<T>(): T {
    return this.bus as T;
  }

  protected override publish(
    packet: ReadPacket<Command>,
    callback: (packet: WritePacket<CommandProgress>) => void,
  ): () => void {
    const command = packet.data;
    const tell = (outcome: unknown) => callback({ response: { outcome }, isDisposed: true });
    const message = commandMessage(command, this.source, this.replies?.address);
    this.wait(command.id, tell);
    this.bus.publish(packet.pattern as TopicName, [message]).then(
      () => callback({ response: { durable: true } }),
      (error: unknown) => callback({ err: error }),
    );
    return () => this.forget(command.id, tell);
  }

  protected override async dispatchEvent<T>(packet: ReadPacket<Command>): Promise<T> {
    await this.bus.publish(packet.pattern as TopicName, [commandMessage(packet.data, this.source)]);
    return undefined as T;
  }

  /** Several askers may wait for one command: parallel repeats of a request. */
  private wait(commandId: string, tell: (outcome: unknown) => void): void {
    const askers = this.waiting.get(commandId) ?? new Set();
    this.waiting.set(commandId, askers.add(tell));
  }

  private forget(commandId: string, tell: (outcome: unknown) => void): void {
    const askers = this.waiting.get(commandId);
    askers?.delete(tell);
    if (askers?.size === 0) this.waiting.delete(commandId);
  }

  private receive({ commandId, outcome }: Reply): void {
    for (const tell of this.waiting.get(commandId) ?? []) tell(outcome);
  }
}
