import type { Command, Refusal } from '@nordgate/decider';
import { isRefusal } from '@nordgate/decider';
import {
  attributeNames,
  correlationOf,
  inSpan,
  instrumentsOf,
  isRecording,
  spanNames,
  withCurrentTrace,
} from '@nordgate/telemetry';
import type { SpanOptions } from '@nordgate/telemetry';
import type { TopicName } from '@nordgate/contracts/topics';
import type { Observable } from 'rxjs';
import type { BusClient, CommandProgress } from '../nest/bus-client.js';
import { isUndecidable } from '../bus.js';
import type { Bus } from '../bus.js';
import { pace } from '../pace.js';

/** What is known about a command at the deadline. */
export type CommandResult<Receipt> =
  | { readonly is: 'decided'; readonly receipt: Receipt }
  | { readonly is: 'refused'; readonly refusal: Refusal }
  /** Durable, but not decided yet. It will be decided, and the view will show it. */
  | { readonly is: 'accepted' };

/** The command may or may not take effect. The same request may be sent again. */
export class CommandNotAcknowledgedError extends Error {
  override readonly name = 'CommandNotAcknowledgedError';
}

export interface AskOptions<Receipt> {
  /** Reads the outcome from the view, which is reliable, when no reply arrives. */
  readonly readView: () => Promise<Receipt | undefined>;
  /** Default `pace.command.deadlineMs`. */
  readonly deadlineMs?: number;
}

/**
 * Sends commands and waits for their outcome. The reply arrives early but may get lost, so the view
 * is read as well, at `pace.command.viewReadsMs` after the send, until the deadline.
 */
export class CommandClient {
  private readonly lag = new CommandLag();

  constructor(private readonly client: BusClient) {}

  /** Whether commands are decided late at present, as far as this process knows. */
  get isLagging(): boolean {
    return this.lag.isLong;
  }

  /**
   * Throws CommandNotAcknowledgedError when the command is not known to be durable at the deadline, and
   * when its service could not decide it.
   */
  async ask<Receipt>(
    topic: TopicName,
    command: Command,
    options: AskOptions<Receipt>,
  ): Promise<CommandResult<Receipt>> {
    const started = performance.now();
    try {
      return await inSpan(spanNames.sendCommand, this.span(topic, command), () => {
        const traced = { ...command, meta: withCurrentTrace(command.meta) };
        return this.outcomeOf(topic, traced, options);
      });
    } finally {
      const seconds = (performance.now() - started) / 1000;
      instrumentsOf().commandSeconds.record(seconds, {
        [attributeNames.messageType]: command.type,
      });
    }
  }

  private span(topic: TopicName, command: Command): SpanOptions {
    if (!isRecording()) return {};
    const attributes = () => ({
      [attributeNames.messagingSystem]: this.client.unwrap<Bus>().system,
      [attributeNames.destination]: topic,
      [attributeNames.operationName]: 'send',
      [attributeNames.operation]: 'send',
      [attributeNames.messageType]: command.type,
      [attributeNames.correlation]: correlationOf(command.stream),
    });
    return { kind: 'producer', attributes };
  }

  private outcomeOf<Receipt>(
    topic: TopicName,
    command: Command,
    { readView, deadlineMs = pace.command.deadlineMs }: AskOptions<Receipt>,
  ): Promise<CommandResult<Receipt>> {
    return new Promise((resolve, reject) => {
      const wait = new Wait<Receipt>({ readView, deadlineMs, lag: this.lag }, resolve, reject);
      const progress = this.client.send<CommandProgress, Command>(topic, command);
      wait.listen(progress);
    });
  }
}

/** The wait for the outcome of one command. It ends exactly once and then clears its timers. */
class Wait<Receipt> {
  private durable = false;
  private ended = false;
  private deadline: NodeJS.Timeout | undefined;
  private nextRead: NodeJS.Timeout | undefined;
  private subscription: { unsubscribe(): void } | undefined;

  private readonly sentAtMs = performance.now();

  constructor(
    private readonly options: Required<AskOptions<Receipt>> & { readonly lag: CommandLag },
    private readonly resolve: (result: CommandResult<Receipt>) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  listen(progress: Observable<CommandProgress>): void {
    this.deadline = setTimeout(() => this.endAtDeadline(), this.options.deadlineMs);
    this.scheduleRead(0, pace.command.viewReadsMs);
    this.subscription = progress.subscribe({
      next: (step) => this.step(step),
      error: (error: unknown) => this.fail(error),
    });
    if (this.ended) this.subscription.unsubscribe();
  }

  private step(step: CommandProgress): void {
    if ('durable' in step) {
      this.durable = true;
      return;
    }
    this.options.lag.decidedAfter(performance.now() - this.sentAtMs);
    if (isUndecidable(step.outcome)) this.fail(new Error('the command is parked'));
    else if (isRefusal(step.outcome)) this.end({ is: 'refused', refusal: step.outcome });
    else this.end({ is: 'decided', receipt: step.outcome as Receipt });
  }

  /** Schedules one read at a time, because most commands are decided long before the first. */
  private scheduleRead(previousMs: number, [atMs, ...later]: readonly number[]): void {
    if (atMs === undefined || this.ended) return;
    const intervalMs = atMs - previousMs;
    const jitterMs = Math.random() * intervalMs * pace.command.viewReadJitter;
    this.nextRead = setTimeout(() => {
      void this.read();
      this.scheduleRead(atMs, later);
    }, intervalMs + jitterMs);
  }

  private async read(): Promise<void> {
    // With a long backlog, reads would only take processor time from the deciders.
    if (!this.durable || this.options.lag.isLong) return;
    try {
      const receipt = await this.options.readView();
      // This also detects a backlog so long that every reply would arrive after the deadline.
      if (receipt === undefined) this.options.lag.undecidedAfter(performance.now() - this.sentAtMs);
      else this.end({ is: 'decided', receipt });
    } catch {
      // The next read or the deadline decides.
    }
  }

  private endAtDeadline(): void {
    if (this.durable) this.end({ is: 'accepted' });
    else this.fail(new Error('no acknowledgement by the deadline'));
  }

  private end(result: CommandResult<Receipt>): void {
    this.stop();
    this.resolve(result);
  }

  private fail(cause: unknown): void {
    this.stop();
    this.reject(new CommandNotAcknowledgedError('the command was not acknowledged', { cause }));
  }

  private stop(): void {
    this.ended = true;
    clearTimeout(this.deadline);
    clearTimeout(this.nextRead);
    this.subscription?.unsubscribe();
  }
}

/** How long commands take at present, from the send to their outcome, as this process observes it. */
export class CommandLag {
  private latestMs = 0;
  private observedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** A command was decided this long after it was sent. */
  decidedAfter(ms: number): void {
    this.latestMs = ms;
    this.observedAtMs = this.now();
  }

  /** A command is not decided this long after it was sent. */
  undecidedAfter(ms: number): void {
    if (ms > pace.command.lagMs) this.decidedAfter(ms);
  }

  /** Whether the last observation is recent and longer than `pace.command.lagMs`. */
  get isLong(): boolean {
    const { lagMs, lagKnownMs } = pace.command;
    return this.latestMs > lagMs && this.now() - this.observedAtMs < lagKnownMs;
  }
}
