import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const main = join(import.meta.dirname, '../../../dist/main.js');
const readyWithinMs = 60_000;

/** The service as it runs in production, as a separate process. */
export class OwnProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** Its internal server: probes, queries. */
    readonly url: string,
  ) {}

  /** Resolves when it is ready. Throws when it ends before, or does not become ready. */
  static async start(port: number, env: Readonly<Record<string, string>>): Promise<OwnProcess> {
    const child = spawn(process.execPath, [main], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', ...env, INTERNAL_PORT: String(port) },
    });
    const own = new OwnProcess(child, `http://127.0.0.1:${String(port)}`);
    const deadline = performance.now() + readyWithinMs;
    while (!(await own.isReady())) {
      if (child.exitCode !== null) throw new Error('the service has ended');
      if (performance.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error('the service is not ready');
      }
      await pause(50);
    }
    return own;
  }

  /** Ends it in order. Throws when it leaves something unfinished. */
  async stop(): Promise<void> {
    const { child } = this;
    if (child.exitCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    if (child.exitCode !== 0) throw new Error(`the service ended with ${String(child.exitCode)}`);
  }

  /** How many commands this very process has decided. */
  async decided(): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const counts = [...text.matchAll(/^nordgate_slice_commands_sum(?:\{[^}]*\})? (\d+)/gm)];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  }

  private async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  }
}
