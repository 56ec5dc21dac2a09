import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Report, Request } from './worker.js';

export type Answer = Exclude<Report, { is: 'alive' }> | { readonly is: 'stuck' };

/** A worker that reports nothing for this long is in a loop without end. */
const silentMsMax = 120_000;

/** Workers that run. A worker in a loop without end does not notice that its parent is gone. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** One child process with the sources of a group. It ends with its parent. */
export class WorkerProcess {
  private readonly child: ChildProcess;

  constructor(
    hooksFile: string,
    cacheFolder: string,
    private readonly silentMs: number = silentMsMax,
  ) {
    this.child = fork(join(import.meta.dirname, '..', 'dist', 'worker.js'), [hooksFile], {
      execArgv: ['--conditions=@nordgate/source'],
      env: { ...process.env, NODE_ENV: 'test', MUTATION_CACHE: cacheFolder },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    running.add(this.child);
    this.child.once('exit', () => running.delete(this.child));
  }

  /** Sends one request. `stuck` means that the worker ended or made no progress; it cannot be used again. */
  ask(request: Request): Promise<Answer> {
    return new Promise((resolve) => {
      const finish = (answer: Answer): void => {
        clearTimeout(timer);
        this.child.off('message', onMessage).off('exit', giveUp);
        resolve(answer);
      };
      const giveUp = (): void => {
        this.stop();
        finish({ is: 'stuck' });
      };
      const onMessage = (report: Report): void => {
        clearTimeout(timer);
        if (report.is === 'alive') timer = setTimeout(giveUp, this.silentMs);
        else finish(report);
      };
      let timer = setTimeout(giveUp, this.silentMs);
      this.child.on('exit', giveUp).on('message', onMessage);
      if (this.child.connected) this.child.send(request);
      else giveUp();
    });
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }
}
