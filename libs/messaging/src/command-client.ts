import type { Command, Refusal } from '@nordgate/decider';
import { isRefusal } from '@nordgate/decider';
import {
  attributeNames,
  currentTrace,
  inSpan,
  instrumentsOf,
  spanNames,
} from '@nordgate/telemetry';
import type { TopicName } from '@nordgate/contracts/topics';
import type { Observable } from 'rxjs';
import { CommandLag } from './command-lag.js';
import type { BusClient, CommandProgress } from './nest/bus-client.js';

/** What became of a command by the deadline. */
export type CommandResult<Receipt> =
  | { readonly is: 'decided'; readonly receipt: Receipt }
  | { readonly is: 'refused'; readonly refusal: Refusal }
  /** Durable, but not decided yet: it will be, and the view will show it. */
  | { readonly is: 'accepted' };

/** Nothing is promised: the command may or may not take effect; the same request may come again. */
export class CommandNotAcknowledged extends Error {
  override readonly name = 'CommandNotAcknowledged';
}

export interface AskOptions<Receipt> {
  /** Reads the outcome from the view: the truth, asked when the hint does not come. */
  readonly readView: () => Promise<Receipt | undefined>;
  readonly deadlineMs?: number;
}

/**
 * Sends a command and waits for its outcome: the reply is a hint that arrives early, the view is
 * read at 150, 400 and 1000 ms with jitter, and two seconds end the wait.
 */
export class CommandClient {
  private readonly lag = new CommandLag();

  constructor(private readonly client: BusClient) {}

  /** Whether commands are decided late these days, as far as this process knows. */
  get isLagging(): boolean {
    return this.lag.isLong;
  }

  /** Throws CommandNotAcknowledged when the command is not known to be durable by the deadline. */
  async ask<Receipt>(
    topic: TopicName,
    command: Command,
    options: AskOptions<Receipt>,
  ): Promise<CommandResult<Receipt>> {
    const started = performance.now();
    const attributes = {
      [attributeNames.destination]: topic,
      [attributeNames.messageType]: command.type,
    };
    try {
      return await inSpan(spanNames.sendCommand, { kind: 'producer', attributes }, () => {
        const traced = { ...command, meta: { ...command.meta, ...currentTrace() } };
        return this.outcomeOf(topic, traced, options);
      });
    } finally {
      const seconds = (performance.now() - started) / 1000;
      instrumentsOf().commandSeconds.record(seconds, {
        [attributeNames.messageType]: command.type,
      });
    }
  }

  private outcomeOf<Receipt>(
    topic: TopicName,
    command: Command,
    { readView, deadlineMs = deadlineDefaultMs }: AskOptions<Receipt>,
  ): Promise<CommandResult<Receipt>> {
    return new Promise((resolve, reject) => {
      const wait = new Wait<Receipt>({ readView, deadlineMs, lag: this.lag }, resolve, reject);
      const progress = this.client.send<CommandProgress, Command>(topic, command);
      wait.listen(progress);
    });
  }
}

const deadlineDefaultMs = 2000;
const viewReadsMs = [150, 400, 1000];

/** One wait for one command: ends exactly once, and takes its timers with it. */
class Wait<Receipt> {
  private durable = false;
  private ended = false;
  private deadline: NodeJS.Timeout | undefined;
  private nextLook: NodeJS.Timeout | undefined;
  private subscription: { unsubscribe(): void } | undefined;

  private readonly sentAtMs = performance.now();

  constructor(
    private readonly options: Required<AskOptions<Receipt>> & { readonly lag: CommandLag },
    private readonly resolve: (result: CommandResult<Receipt>) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  listen(progress: Observable<CommandProgress>): void {
    this.deadline = setTimeout(() => this.giveUp(), this.options.deadlineMs);
    this.lookAgain(0, viewReadsMs);
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
    if (isRefusal(step.outcome)) this.end({ is: 'refused', refusal: step.outcome });
    else this.end({ is: 'decided', receipt: step.outcome as Receipt });
  }

  /** Most commands are decided long before the first look, so only one is ever scheduled. */
  private lookAgain(lookedAtMs: number, [atMs, ...later]: readonly number[]): void {
    if (atMs === undefined || this.ended) return;
    const jitterMs = Math.random() * (atMs - lookedAtMs) * 0.2;
    this.nextLook = setTimeout(
      () => {
        void this.look();
        this.lookAgain(atMs, later);
      },
      atMs - lookedAtMs + jitterMs,
    );
  }

  private async look(): Promise<void> {
    // Reading for what is queued far behind would only take from those who decide it.
    if (!this.durable || this.options.lag.isLong) return;
    try {
      const receipt = await this.options.readView();
      // The reply to a command that takes longer than its asker waits would be news to nobody.
      if (receipt === undefined) this.options.lag.undecidedAfter(performance.now() - this.sentAtMs);
      else this.end({ is: 'decided', receipt });
    } catch {
      // A view that does not answer tells nothing; the next look or the deadline does.
    }
  }

  private giveUp(): void {
    if (this.durable) this.end({ is: 'accepted' });
    else this.fail(new Error('no acknowledgement by the deadline'));
  }

  private end(result: CommandResult<Receipt>): void {
    this.stop();
    this.resolve(result);
  }

  private fail(cause: unknown): void {
    this.stop();
    this.reject(new CommandNotAcknowledged('the command was not acknowledged', { cause }));
  }

  private stop(): void {
    this.ended = true;
    clearTimeout(this.deadline);
    clearTimeout(this.nextLook);
    this.subscription?.unsubscribe();
  }
}
