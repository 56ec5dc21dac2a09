import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createLog } from '@nordgate/telemetry';
import { SettingsError } from '../settings/read-settings.js';
import { sandboxOf, supervise } from './run-process.js';
import type { OwnProcess, Supervised } from './run-process.js';

/** A simulated process. */
class TestProcess extends EventEmitter implements OwnProcess {
  readonly exits: number[] = [];
  readonly printed: string[] = [];
  readonly errors: string[] = [];
  readonly logged: string[] = [];
  readonly stdout = { write: (text: string) => this.printed.push(text) };
  readonly stderr = { write: (text: string) => this.errors.push(text) };
  readonly log = createLog({
    app: 'test',
    destination: { write: (line) => void this.logged.push(line) },
  });

  exit(code: number): void {
    this.exits.push(code);
  }

  /** Sends a signal and waits until its handlers have run. */
  async signal(name: string): Promise<void> {
    this.emit(name, name);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const addresses = [['internal address', 'http://127.0.0.1:1']] as const;

/** The heap of a worker of tests takes a second to collect. */
const release = () => undefined;

async function run(
  stop: () => Promise<void> = () => Promise.resolve(),
  start: Supervised['start'] = () => Promise.resolve({ addresses, stop }),
  form: 'json' | 'text' = 'text',
): Promise<TestProcess> {
  const own = new TestProcess();
  await supervise({ name: 'payments', form, start, release }, own, own.log);
  return own;
}

describe('supervise', () => {
  it('prints that the process is ready, then its addresses', async () => {
    const { printed, exits } = await run();
    expect(printed).toEqual([
      expect.stringMatching(/^payments is ready after [\d.]+ s\n$/),
      '  internal address     http://127.0.0.1:1\n',
      'Ctrl-C, or SIGTERM, stops it in order.\n',
    ]);
    expect(exits).toEqual([]);
  });

  it('prints nothing but JSON lines when its log is JSON', async () => {
    const own = await run(undefined, undefined, 'json');
    const failing = await run(
      undefined,
      () => Promise.reject(new SettingsError(['a', 'b'])),
      'json',
    );
    await own.signal('SIGTERM');
    own.emit('warning', new Error('an old API'));
    expect([...own.printed, ...own.errors, ...failing.printed, ...failing.errors]).toEqual([]);
    const lines = [...own.logged, ...failing.logged].map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([
      { msg: 'payments is ready', addresses: ['internal address http://127.0.0.1:1'] },
      { msg: 'SIGTERM: payments is stopping' },
      { level: 'warn', err: { message: 'an old API' } },
      { level: 'fatal', msg: 'payments cannot start', faults: ['a', 'b'] },
    ]);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('stops and exits with 0 after %s', async (signal) => {
    let stops = 0;
    const own = await run(() => Promise.resolve(void (stops += 1)));
    await own.signal(signal);
    expect(stops).toBe(1);
    expect(own.exits).toEqual([0]);
    expect(own.printed.at(-1)).toBe(`${signal}: payments is stopping\n`);
  });

  it('says in one line which port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const own = await run(undefined, async () => {
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      throw new Error('the port was free');
    });
    other.close();
    expect(own.errors).toEqual([
      `payments cannot start:\nanother program listens on port ${String(port)} of 127.0.0.1\n`,
    ]);
  });

  it('waits for the stop, but not after a second signal', async () => {
    let finish: () => void = () => undefined;
    const own = await run(() => new Promise((resolve) => (finish = resolve)));
    await own.signal('SIGTERM');
    expect(own.exits).toEqual([]);
    await own.signal('SIGINT');
    expect(own.exits).toEqual([1]);
    finish();
  });

  it('exits with 1 when it cannot stop in order', async () => {
    const own = await run(() => Promise.reject(new Error('the server hangs')));
    await own.signal('SIGTERM');
    expect(own.exits).toEqual([1]);
    expect(own.logged.join()).toContain('the server hangs');
  });

  it('stops after a signal that arrived during the start', async () => {
    let started: (running: Awaited<ReturnType<Supervised['start']>>) => void = () => undefined;
    let stops = 0;
    const own = new TestProcess();
    const start = () =>
      new Promise<Parameters<typeof started>[0]>((resolve) => (started = resolve));
    const running = supervise({ name: 'payments', start, release }, own, own.log);
    await own.signal('SIGTERM');
    expect(stops).toBe(0);
    started({ addresses, stop: () => Promise.resolve(void (stops += 1)) });
    await running;
    await new Promise((resolve) => setImmediate(resolve));
    expect(stops).toBe(1);
    expect(own.exits).toEqual([0]);
  });

  it('exits with 0 when a signal ends the start', async () => {
    const own = new TestProcess();
    const start: Supervised['start'] = (_say, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('ended')));
      });
    const running = supervise({ name: 'payments', start, release }, own, own.log);
    await own.signal('SIGTERM');
    await running;
    await new Promise((resolve) => setImmediate(resolve));
    expect(own.exits).toEqual([0]);
    expect(own.errors).toEqual([]);
  });

  it('exits with 1 and prints the faults when settings cannot be used', async () => {
    const own = await run(undefined, () => Promise.reject(new SettingsError(['a', 'b'])));
    expect(own.errors).toEqual(['payments cannot start:\na\nb\n']);
    expect(own.exits).toEqual([1]);
  });

  it('exits with 1 and prints the stack when the start fails', async () => {
    const own = await run(undefined, () => Promise.reject(new Error('no database')));
    expect(own.errors.join()).toMatch(/^payments cannot start:\nError: no database\n +at /);
    expect(own.exits).toEqual([1]);
  });

  it.each(['uncaughtException', 'unhandledRejection'])(
    'logs an %s and exits with 1',
    async (event) => {
      const own = await run();
      own.emit(event, new Error('stray with 86011117947'));
      expect(own.exits).toEqual([1]);
      expect(own.logged.join()).toContain('stray with [account]');
    },
  );
});

describe('sandboxOf', () => {
  const missing = (url: string) => () =>
    Promise.reject(Object.assign(new Error('no module'), { code: 'ERR_MODULE_NOT_FOUND', url }));

  it('names the image with the sandbox when the build lacks the folder of the sandbox', async () => {
    const load = missing('file:///app/apps/accounts/dist/sandbox/accounts.sandbox.js');
    const fault = 'this image has no sandbox. The image accounts-sandbox has it';
    await expect(sandboxOf('accounts', load)).rejects.toThrow(
      new SettingsError(`NORDGATE_ENVIRONMENT: ${fault}`),
    );
  });

  it('does not hide that another module is missing', async () => {
    await expect(sandboxOf('accounts', missing('file:///app/node_modules/eta'))).rejects.toThrow(
      'no module',
    );
  });
});

describe('the memory of a start', () => {
  it('is given back once, when the start has succeeded', async () => {
    const released: string[] = [];
    const supervised = (start: Supervised['start']) => {
      const own = new TestProcess();
      const note = () => void released.push(own.printed.join('') === '' ? 'first' : 'too late');
      return supervise({ name: 'payments', start, release: note }, own, own.log);
    };
    await supervised(() => Promise.reject(new Error('no')));
    expect(released).toEqual([]);
    await supervised(() => Promise.resolve({ addresses, stop: () => Promise.resolve() }));
    expect(released).toEqual(['first']);
  });
});
