import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Report, Request } from './worker.js';

export type Answer = Exclude<Report, { is: 'alive' }> | { readonly is: 'stuck' };

/** A worker that reports nothing for this long is in a loop without end. */
const silentMsMax = 120_000;

/** One child process with the sources of a group. It ends with its parent, whatever happens to it. */
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
  }

  /** Sends one request. `stuck` means that the worker ended or made no progress; it cannot be used again. */
  ask(request: Request): Promise<Answer> {
    return new Promise((resolve) => {
      const finish = (answer: Answer): void => {
        clearTimeout(timer);
        this.child.removeAllListeners('message').removeAllListeners('exit');
        resolve(answer);
      };
      const giveUp = (): void => {
        this.stop();
        finish({ is: 'stuck' });
      };
      let timer = setTimeout(giveUp, this.silentMs);
      this.child.on('exit', giveUp);
      this.child.on('message', (report: Report) => {
        clearTimeout(timer);
        if (report.is === 'alive') timer = setTimeout(giveUp, this.silentMs);
        else finish(report);
      });
      if (this.child.connected) this.child.send(request);
      else giveUp();
    });
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }
}
