/** One thing that has to work before traffic is welcome. Rejects or throws when it does not. */
export interface HealthCheck {
  readonly name: string;
  check(): Promise<void>;
}

export interface HealthReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, 'up' | 'down'>>;
}

/** The checks of a process. Readiness asks own parts only, never other services. */
export class Health {
  private readonly checks: HealthCheck[] = [];
  private stopping = false;

  register(check: HealthCheck): void {
    this.checks.push(check);
  }

  /** From now on not ready: a stopping process takes no new traffic. */
  stop(): void {
    this.stopping = true;
  }

  async report(): Promise<HealthReport> {
    const results = await Promise.allSettled(this.checks.map((one) => withLimit(one.check())));
    const checks = Object.fromEntries(
      this.checks.map(({ name }, i) => [
        name,
        results[i]?.status === 'fulfilled' ? ('up' as const) : ('down' as const),
      ]),
    );
    const up = Object.values(checks).every((state) => state === 'up');
    return { ready: up && !this.stopping, checks };
  }
}

const checkLimitMs = 2000;

async function withLimit(check: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, fail) => {
    timer = setTimeout(() => fail(new Error('health check took too long')), checkLimitMs);
  });
  await Promise.race([check, limit]).finally(() => clearTimeout(timer));
}
