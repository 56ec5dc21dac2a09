import { GetWorld } from '@nordgate/contracts/queries';
import type { World } from '@nordgate/contracts/queries';
import { generationAskEveryMs, generationLeaseMs } from '@nordgate/contracts/rules';
import { untraced } from '@nordgate/telemetry';
import type { HealthCheck } from '@nordgate/telemetry';
import type { Platform } from '../host/platform.js';
import { ServiceUnavailableError } from '../queries/query-client.js';

/** The generation of a world, and how far it is ahead of the clocks. */
export type PlaceInTime = Pick<World, 'generation' | 'aheadMs'>;

/** The worlds in which this process serves requests (ADR 27, ADR 56). */
export interface Worlds {
  /**
   * A TPP's world; undefined where a TPP has none, and this process begins none. Throws ServiceUnavailableError while this
   * process cannot know it.
   */
  worldOf(tpp: string): Promise<PlaceInTime | undefined>;
  /** As `worldOf`, and begins none: for a request that does so itself. */
  begunWorldOf(tpp: string): Promise<PlaceInTime | undefined>;
  /** Whether a world is in this generation now. Throws ServiceUnavailableError while this process cannot know it. */
  isLive(generation: number): Promise<boolean>;
}

/** Nest injection token of {@link Worlds}. */
export const WORLDS = 'nordgate.worlds';

/** The name of the sandbox: a bank has one. */
export const sandboxName = 'default';

/** How a world begins at the first request of its TPP. */
export interface WorldBeginning {
  /** Throws what the request gets instead while no world may begin. */
  readonly admit: () => void;
  /** Begins the world of a TPP that has none. Resolves when that is decided, or is known to be late. */
  readonly begin: (tpp: string) => Promise<unknown>;
}

/**
 * The worlds of a sandbox, which accounts is asked for. Without an answer requests get 503, and the process stays ready:
 * otherwise, all replicas would leave their balancer at once when accounts is busy.
 *
 * @param beginning where requests of TPPs come in
 */
export function keepWorlds(
  { health, ...platform }: Pick<Platform, 'queries' | 'log' | 'health'>,
  beginning?: WorldBeginning,
): Worlds {
  const leases = new WorldLeases(platform, beginning);
  health.register(leases);
  return leases;
}

/** The one world of production, which is never reset: its generation is 0, and nobody is asked. */
export const oneWorld: Worlds = {
  worldOf: () => Promise.resolve({ generation: 0 }),
  begunWorldOf: () => Promise.resolve({ generation: 0 }),
  isLive: (generation) => Promise.resolve(generation === 0),
};

/**
 * A request waits at most this long for a lease. A process that did not run for a moment, on a busy machine, then serves
 * its requests late instead of rejecting them.
 */
const waitMs = 3000;
/** At a healthy start, accounts answers within this time. Until then, unanswered questions are no news. */
const startQuietMs = 10_000;
/** So many leases are kept before those that are over are removed. */
const keptMax = 1000;
/** Links can name any generation: the oldest answers about generations without a world make room for new ones. */
const unknownMax = 1000;

type Question = GetWorld['of'];

interface Lease {
  readonly world: World | null;
  /** By the monotonic clock. */
  readonly askedAt: number;
}

/**
 * Asks accounts for a world when a request needs it. An answer counts for the length of the lease from the moment of its
 * question: a reset that committed after the question is then known everywhere one lease later. Who sends nothing, asks
 * nothing; who sends much, waits for no question, because an answer is renewed before it is over. The clock is monotonic.
 */
class WorldLeases implements Worlds, HealthCheck {
  readonly name = 'sandbox-worlds';
  readonly informs = true;
  private readonly leases = new Map<string, Lease>();
  /** Of generations that no world is in: a made-up link asks accounts once in the time of a lease. */
  private readonly unknown = new Map<string, Lease>();
  private readonly asking = new Map<string, Promise<Lease | undefined>>();
  /** Accounts did not answer the last question. */
  private isFailing = false;
  /** The worlds that could not be begun when they were needed last. */
  private readonly late = new Set<string>();
  private readonly quietUntil = performance.now() + startQuietMs;

  constructor(
    private readonly platform: Pick<Platform, 'queries' | 'log'>,
    private readonly beginning?: WorldBeginning,
  ) {}

  /** Begins the world of a TPP that has none, where requests of TPPs come in. Throws also what `admit` throws. */
  async worldOf(tpp: string): Promise<PlaceInTime | undefined> {
    return (await this.current({ tpp }, this.beginning)) ?? undefined;
  }

  async begunWorldOf(tpp: string): Promise<PlaceInTime | undefined> {
    return (await this.current({ tpp })) ?? undefined;
  }

  async isLive(generation: number): Promise<boolean> {
    return (await this.current({ generation })) !== null;
  }

  check(): Promise<void> {
    return this.isFailing
      ? Promise.reject(new Error('accounts does not tell the worlds of the sandbox'))
      : Promise.resolve();
  }

  private async current(question: Question, beginning?: WorldBeginning): Promise<World | null> {
    const key = keyOf(question);
    const deadline = performance.now() + waitMs;
    for (;;) {
      const kept = this.leases.get(key) ?? this.unknown.get(key);
      if (kept !== undefined && ageOf(kept) < generationLeaseMs) {
        if (ageOf(kept) >= generationAskEveryMs) {
          this.ask(key, question, beginning).catch(() => undefined);
        }
        return kept.world;
      }
      const left = deadline - performance.now();
      const given = left > 0 ? await within(left, this.ask(key, question, beginning)) : undefined;
      // An answer that took longer than a lease gives none, so the one after it counts.
      if (given !== undefined && ageOf(given) < generationLeaseMs) return given.world;
      if (performance.now() + generationAskEveryMs >= deadline) {
        throw new ServiceUnavailableError('accounts does not tell the world of the request');
      }
      if (given === undefined) {
        await new Promise((resolve) => setTimeout(resolve, generationAskEveryMs));
      }
    }
  }

  /**
   * The answer of accounts; undefined without one. One question at a time for each world, so a late answer never replaces
   * a newer one. A question of a request that begins no world is beside that, and its answer is not kept.
   */
  private ask(
    key: string,
    question: Question,
    beginning: WorldBeginning | undefined,
  ): Promise<Lease | undefined> {
    if ('tpp' in question && beginning !== this.beginning) return this.read(question);
    const running = this.asking.get(key);
    if (running !== undefined) return running;
    const asked = this.answer(key, question, beginning).finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }

  private async answer(
    key: string,
    question: Question,
    beginning: WorldBeginning | undefined,
  ): Promise<Lease | undefined> {
    let lease = await this.read(question);
    if (lease?.world === null && 'tpp' in question && beginning !== undefined) {
      beginning.admit();
      if (!(await this.isBegun(question.tpp, beginning))) return undefined;
      lease = await this.read(question);
      if (lease?.world === null) {
        this.noteLate(question.tpp, undefined);
        return undefined;
      }
      if (lease !== undefined) this.late.delete(question.tpp);
    }
    if (lease !== undefined) this.keep(key, lease, question);
    return lease;
  }

  /** What accounts answers; undefined without an answer, which is a fault of accounts for all worlds. */
  private async read(question: Question): Promise<Lease | undefined> {
    const askedAt = performance.now();
    try {
      const world = await untraced(() => this.platform.queries.ask(new GetWorld(question)));
      this.isFailing = false;
      return { askedAt, world };
    } catch (error) {
      this.noteSilence(error);
      return undefined;
    }
  }

  /** Whether the beginning of the world of one TPP has an outcome. */
  private async isBegun(tpp: string, { begin }: WorldBeginning): Promise<boolean> {
    try {
      // Its hundreds of events would hide those of the request in a trace.
      await untraced(() => begin(tpp));
      return true;
    } catch (error) {
      this.noteLate(tpp, error);
      return false;
    }
  }

  private keep(key: string, lease: Lease, question: Question): void {
    this.unknown.delete(key);
    if (lease.world !== null) {
      if (this.leases.size >= keptMax) {
        const over = performance.now() - generationLeaseMs;
        for (const [one, { askedAt }] of this.leases) if (askedAt < over) this.leases.delete(one);
      }
      this.leases.set(key, lease);
      return;
    }
    this.leases.delete(key);
    // The world of a TPP may begin at any moment, and its first page is asked for right then.
    if ('tpp' in question) return;
    this.endLeasesOf(question.generation);
    keepWithin(unknownMax, this.unknown);
    this.unknown.set(key, lease);
  }

  /** A log-in after a reset would go on in the old generation, and end at the next page. */
  private endLeasesOf(generation: number): void {
    for (const [key, { world }] of this.leases) {
      if (world?.generation === generation) this.leases.delete(key);
    }
  }

  private noteSilence(error: unknown): void {
    const isQuiet = performance.now() < this.quietUntil;
    if (isQuiet || !this.isFailing) {
      const text = 'A world of the sandbox cannot be read. Its requests get 503.';
      this.platform.log[isQuiet ? 'debug' : 'warn']({ err: error }, text);
    }
    this.isFailing = !isQuiet;
  }

  private noteLate(tpp: string, error: unknown): void {
    if (this.late.has(tpp)) return;
    keepWithin(keptMax, this.late);
    this.late.add(tpp);
    const text = 'The world of a TPP has not begun yet. Its requests wait, and then get 503.';
    this.platform.log.warn({ err: error, tpp }, text);
  }
}

/** Makes room for one more: the oldest entries go. */
function keepWithin(max: number, kept: Map<string, unknown> | Set<string>): void {
  for (const oldest of kept.keys()) {
    if (kept.size < max) return;
    kept.delete(oldest);
  }
}

/** Every request asks for its key. No organizationIdentifier has a space. */
const keyOf = (question: Question) =>
  'tpp' in question ? question.tpp : `generation ${String(question.generation)}`;

/** By the monotonic clock, from the question. */
const ageOf = ({ askedAt }: Lease) => performance.now() - askedAt;

/** What is asked, or undefined when the time is over. */
async function within<Value>(
  ms: number,
  asked: Promise<Value | undefined>,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([asked, over]);
  } finally {
    clearTimeout(timer);
  }
}
