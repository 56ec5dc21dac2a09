import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '@nordgate/testing';
import { Restarts } from './restarts.js';

const children: ChildProcess[] = [];
let said: string[];
let restarts: Restarts;
let isStopping: boolean;
beforeEach(() => {
  [said, isStopping] = [[], false];
  restarts = new Restarts((line) => void said.push(line), {
    firstMs: 10,
    maxMs: 40,
    calmMs: 60_000,
  });
});
afterEach(() => {
  isStopping = true;
  restarts.stop();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const runs = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;
const running = () => children.filter(runs);

/** A program that runs until it is killed, and that is started again then, as broker, database and apps are. */
function keep(name: string, args: readonly string[] = ['-e', 'setInterval(() => 0, 1000)']): void {
  const start = async () => {
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    children.push(child);
    child.once('exit', (code, signal) => {
      if (!isStopping) restarts.again(name, signal ?? String(code), start);
    });
    await once(child, 'spawn');
  };
  void start();
}

describe('programs that are kept running', () => {
  it('are started again when one is killed, and the others go on', async () => {
    for (const name of ['Kafka broker 1', 'PostgreSQL', 'payments-1']) keep(name);
    await eventually('all run', () => Promise.resolve(running().length === 3));
    const [broker, database] = children;
    broker?.kill('SIGKILL');
    await eventually('the broker runs again', () => Promise.resolve(children.length === 4));
    database?.kill('SIGKILL');
    await eventually('the database runs again', () =>
      Promise.resolve(children.length === 5 && running().length === 3),
    );
    await eventually('both are said', () =>
      Promise.resolve(said.filter((line) => line.endsWith('runs again')).length === 2),
    );
    expect(said).toEqual([
      'Kafka broker 1 has ended (SIGKILL); starting it again in 0.0 s',
      'Kafka broker 1 runs again',
      'PostgreSQL has ended (SIGKILL); starting it again in 0.0 s',
      'PostgreSQL runs again',
    ]);
  });

  it('are not started after the stop, so that nothing is left behind', async () => {
    keep('payments-1');
    await eventually('it runs', () => Promise.resolve(running().length === 1));
    restarts.stop();
    const [child] = children;
    const gone = once(child!, 'exit');
    child?.kill('SIGTERM');
    await gone;
    restarts.again('payments-1', 'SIGTERM', () => Promise.reject(new Error('not asked for')));
    expect([running(), said]).toEqual([[], []]);
  });

  it('wait longer after each attempt, up to the limit, and say why an attempt failed', async () => {
    let attempts = 0;
    restarts.again('PostgreSQL', 'SIGKILL', () => {
      attempts += 1;
      return attempts < 5
        ? Promise.reject(new Error(`no port ${String(attempts)}`))
        : Promise.resolve();
    });
    await eventually('it runs', () => Promise.resolve(said.at(-1) === 'PostgreSQL runs again'));
    expect(said.slice(0, -1)).toEqual([
      'PostgreSQL has ended (SIGKILL); starting it again in 0.0 s',
      'PostgreSQL has ended (no port 1); starting it again in 0.0 s',
      'PostgreSQL has ended (no port 2); starting it again in 0.0 s',
      'PostgreSQL has ended (no port 3); starting it again in 0.0 s',
      'PostgreSQL has ended (no port 4); starting it again in 0.0 s',
    ]);
    const slow = new Restarts((line) => void said.push(line));
    for (let n = 0; n < 3; n += 1) slow.again('a', 'SIGKILL', () => Promise.resolve());
    slow.stop();
    expect(said.filter((line) => line.startsWith('a '))).toEqual([
      'a has ended (SIGKILL); starting it again in 1.0 s',
    ]);
  });
});
