import { spawn } from 'node:child_process';

/** Waits for the end of its input, which comes when the host has ended, then ends the process. */
const watch = `
read -r _
kill -TERM "$1" || exit
for second in 1 2 3 4 5 6 7 8 9 10; do
  sleep 1
  kill -0 "$1" || exit
done
kill -KILL "$1"
`;

/**
 * Makes sure that a process does not outlive this one, however this one ends. A small shell watches
 * for that, as nothing runs in a process that was killed. Signals of ours stay with the application.
 */
export function endWithUs(pid: number, ended: Promise<void>): void {
  const watcher = spawn('sh', ['-c', watch, 'sh', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Whatever goes wrong with it, the next start looks for what was left behind.
  watcher.once('error', () => undefined);
  watcher.stdin.once('error', () => undefined);
  watcher.unref();
  (watcher.stdin as typeof watcher.stdin & { unref(): void }).unref();
  void ended.then(() => watcher.kill('SIGKILL'));
}
