import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { App } from './app-environments.js';

const appsFolder = join(import.meta.dirname, '..', '..', '..');

/** A built app as a process of the operating system. */
export class AppProcess {
  private readonly exited: Promise<readonly unknown[]>;

  private constructor(
    readonly app: App,
    private readonly child: ChildProcess,
  ) {
    this.exited = once(child, 'exit');
  }

  /** Resolves when it says where it answers. Throws when it ends before. */
  static async start(app: App, env: Readonly<Record<string, string>>): Promise<AppProcess> {
    const child = spawn(process.execPath, [join(appsFolder, app, 'dist', 'main.js')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], ...env },
    });
    const started = new AppProcess(app, child);
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('  internal address ')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`${app} ended with ${String(code)}`)));
    });
    return started;
  }

  /** Tells it to stop. Resolves with its exit code. */
  async stop(): Promise<unknown> {
    this.child.kill('SIGTERM');
    return (await this.exited)[0];
  }

  /** Ends it on the spot. */
  async kill9(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}
