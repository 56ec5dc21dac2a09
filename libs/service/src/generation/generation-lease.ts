import { GetSandboxGeneration } from '@nordgate/contracts/queries';
import { generationAskEveryMs, generationLeaseMs } from '@nordgate/contracts/rules';
import { untraced } from '@nordgate/telemetry';
import type { HealthCheck } from '@nordgate/telemetry';
import type { Platform } from '../host/platform.js';
import { ServiceUnavailableError } from '../queries/query-client.js';

/** The generation in which this process serves requests (ADR 27). */
export interface Generation {
  /** Throws ServiceUnavailableError while this process cannot know the generation. */
  current(): Promise<number>;
  /** Whether this is the generation now; false while this process cannot know it. */
  isCurrent(generation: number): Promise<boolean>;
}

/** Nest injection token of the {@link Generation}. */
export const GENERATION = 'nordgate.generation';

/** The generation, kept up to date while the process runs. */
export interface KeptGeneration extends Generation {
  /** Resolves after the first question, answered or not. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The name of the sandbox: a bank has one. */
export const sandboxName = 'default';

/**
 * The generation for an environment. A sandbox asks accounts for it. Without an answer requests get 503, and
 * the process stays ready: otherwise, all replicas would leave their balancer at once when accounts is busy.
 * Production is never reset: its generation is 0, and it asks nobody.
 */
export function keepGeneration(
  { health, ...platform }: Pick<Platform, 'queries' | 'log' | 'health'>,
  environment: 'sandbox' | 'production',
): KeptGeneration {
  if (environment === 'production') return neverReset;
  const lease = new GenerationLease(platform);
  health.register(lease);
  return lease;
}

const neverReset: KeptGeneration = {
  current: () => Promise.resolve(0),
  isCurrent: (generation) => Promise.resolve(generation === 0),
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/**
 * A request waits at most this long for a new lease. A process that did not run for a moment, on a busy
 * machine, then serves its requests late instead of rejecting them.
 */
const renewalWaitMs = 3000;
/** At a healthy start, accounts answers within this time. Until then, unanswered questions are no news. */
const startQuietMs = 10_000;

/**
 * Asks accounts for the generation in the background. An answer counts for the length of the lease from
 * the moment of its question: a reset that committed after the question is then known everywhere one
 * lease later. The clock is monotonic.
 */
export class GenerationLease implements KeptGeneration, HealthCheck {
  readonly name = 'sandbox-generation';
  readonly informs = true;
  private lease = { generation: 0, until: -Infinity };
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private isFailing = false;
  private quietUntil = Infinity;
  /** Requests that wait for the end of a question; true: accounts has answered. */
  private waiting: ((isAnswered: boolean) => void)[] = [];

  constructor(private readonly platform: Pick<Platform, 'queries' | 'log'>) {}

  /** Costs no question: while the lease lasts it resolves at once, otherwise after the next answer. */
  async current(): Promise<number> {
    const deadline = performance.now() + renewalWaitMs;
    // An answer that took longer than a lease gives none, so the one after it counts.
    while (this.isOver()) {
      if (await this.nextAnswer(deadline - performance.now())) continue;
      throw new ServiceUnavailableError('accounts does not tell the generation of the sandbox');
    }
    return this.lease.generation;
  }

  async isCurrent(generation: number): Promise<boolean> {
    return this.current().then(
      (current) => current === generation,
      () => false,
    );
  }

  async check(): Promise<void> {
    await this.current();
  }

  async start(): Promise<void> {
    this.quietUntil = performance.now() + startQuietMs;
    this.running = this.askAndRepeat();
    await this.running;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
    this.answered(false);
  }

  private isOver(): boolean {
    return performance.now() >= this.lease.until;
  }

  /** Whether accounts answers the next question, within this time. */
  private nextAnswer(withinMs: number): Promise<boolean> {
    if (this.isStopped || withinMs <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), withinMs);
      this.waiting.push((isAnswered) => {
        clearTimeout(timer);
        resolve(isAnswered);
      });
    });
  }

  private answered(isAnswered: boolean): void {
    for (const resolve of this.waiting.splice(0)) resolve(isAnswered);
  }

  /** One question at a time, so a late answer never replaces a newer one. */
  private async askAndRepeat(): Promise<void> {
    const askedAt = performance.now();
    await this.ask(askedAt);
    if (this.isStopped) return;
    const elapsed = performance.now() - askedAt;
    this.timer = setTimeout(
      () => {
        this.running = this.askAndRepeat();
      },
      Math.max(0, generationAskEveryMs - elapsed),
    );
  }

  private async ask(askedAt: number): Promise<void> {
    const { queries, log } = this.platform;
    try {
      const query = new GetSandboxGeneration(sandboxName);
      const generation = await untraced(() => queries.ask(query));
      this.lease = { generation, until: askedAt + generationLeaseMs };
      this.isFailing = false;
      this.quietUntil = -Infinity;
      this.answered(true);
    } catch (error) {
      const isQuiet = performance.now() < this.quietUntil;
      const level = isQuiet ? 'debug' : 'warn';
      if (isQuiet || !this.isFailing) {
        log[level](
          { err: error },
          'The generation of the sandbox cannot be read. Requests get 503.',
        );
      }
      this.isFailing = !isQuiet;
      this.answered(false);
    }
  }
}
