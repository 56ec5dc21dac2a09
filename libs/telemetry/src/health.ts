/** A check of one part of the process. `check` rejects or throws when the part does not work. */
export interface HealthCheck {
  readonly name: string;
  check(): Promise<void>;
  /** Shown in the report without a say in readiness: the process serves all the rest. */
  readonly informs?: boolean;
  /** What the log says every 10 s while another system does not answer (`measureHealth`). */
  readonly outage?: Outage;
}

/** Another system that does not answer. */
export interface Outage {
  /** The name under which lines about it are counted (`QuietLines`). */
  readonly peer: string;
  /** The outage in plain words. */
  readonly words: string;
}

export interface HealthReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, 'up' | 'down'>>;
}

export interface StartReport {
  readonly started: boolean;
  readonly checks: HealthReport['checks'];
}

export interface LivenessReport {
  readonly live: boolean;
  readonly checks: HealthReport['checks'];
}

/** The result of one check. */
export interface CheckState {
  readonly isUp: boolean;
  /** Why it is down. */
  readonly error?: unknown;
  readonly outage?: Outage;
}

/** The checks of a process. Readiness checks its own parts only, never other services. */
export class Health {
  private readonly steps = new Map<string, 'up' | 'down'>();
  private readonly checks = new Set<HealthCheck>();
  private readonly watched = new Set<HealthCheck>();
  private stopping = false;

  /** Adds a step that the start consists of. Returns a function that marks the step as done. */
  expect(step: string): () => void {
    this.steps.set(step, 'down');
    return () => void this.steps.set(step, 'up');
  }

  /** Adds a check of readiness. Returns a function that removes the check. */
  register(check: HealthCheck): () => void {
    this.checks.add(check);
    return () => void this.checks.delete(check);
  }

  /**
   * Adds a check of liveness, for a failure that only a restart can fix, never for the availability
   * of another system. Returns a function that removes the check.
   */
  watch(check: HealthCheck): () => void {
    this.watched.add(check);
    return () => void this.watched.delete(check);
  }

  /** From now on not ready: a stopping process accepts no new requests. */
  stop(): void {
    this.stopping = true;
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  /** Whether all steps of the start are done. They stay done, also when a part fails later. */
  start(): StartReport {
    const started = [...this.steps.values()].every((step) => step === 'up');
    return { started, checks: Object.fromEntries(this.steps) };
  }

  /** Whether the process may receive requests. */
  async report(): Promise<HealthReport> {
    const all = [...this.checks];
    const { checks } = await run(all);
    const up = all.every(({ name, informs }) => informs === true || checks[name] === 'up');
    return { ready: up && !this.stopping, checks };
  }

  /** Every check with its result, those of readiness and of liveness; a name in both is up when both are. */
  async all(): Promise<ReadonlyMap<string, CheckState>> {
    const checks = [...this.checks, ...this.watched];
    const { results } = await run(checks);
    const states = new Map<string, CheckState>();
    for (const [at, { name, outage }] of checks.entries()) {
      if (states.get(name)?.isUp === false) continue;
      const result = results[at];
      const isUp = result?.status === 'fulfilled';
      const error = result?.status === 'rejected' ? { error: result.reason as unknown } : {};
      states.set(name, { isUp, ...error, ...(outage && { outage }) });
    }
    return states;
  }

  /** Whether the process works at all. If not, the platform should restart it. */
  async liveness(): Promise<LivenessReport> {
    const { up, checks } = await run([...this.watched]);
    return { live: up, checks };
  }
}

async function run(all: readonly HealthCheck[]) {
  const results = await Promise.allSettled(all.map((one) => withLimit(one.check())));
  const isUp = (i: number) => results[i]?.status === 'fulfilled';
  const checks = Object.fromEntries(
    all.map(({ name }, i) => [name, isUp(i) ? ('up' as const) : ('down' as const)]),
  );
  return { up: all.every((_, i) => isUp(i)), checks, results };
}

/** A probe has to answer before the timeout of the platform. */
const checkLimitMs = 2000;

async function withLimit(check: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, fail) => {
    timer = setTimeout(() => fail(new Error('health check took too long')), checkLimitMs);
  });
  await Promise.race([check, limit]).finally(() => clearTimeout(timer));
}
