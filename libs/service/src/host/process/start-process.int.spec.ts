import { createLog } from '@nordgate/telemetry';
import { migrateDatabase } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { request } from 'undici';
import { loopbackPorts } from '@nordgate/testing';
import { MemoryBus } from '@nordgate/messaging';
import { countersApp } from '../../testing/counting-services.js';
import { sharedBus } from '../../testing/process-bus.js';
import { processEnv } from '../../testing/process-env.js';
import type { ProcessEnv } from '../../testing/process-env.js';
import { noTelemetry } from '../../testing/query-process.js';
import { ProcessSettings, ServiceSettings } from '../settings/process-settings.js';
import { SettingsError } from '../settings/read-settings.js';
import { serviceProcess } from './process-definition.js';
import type { OpenBus, OwnFiles, ProcessDefinition } from './process-definition.js';
import { startProcess } from './start-process.js';
import type { ProcessOptions, RunningProcess } from './start-process.js';

let prepared: ProcessEnv;
beforeAll(async () => {
  prepared = await processEnv();
});
afterAll(() => prepared.remove());

const started: RunningProcess[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop();
});

/** A process that ends with its test, also when that fails. */
async function start<Settings extends ProcessSettings, Own extends OwnFiles>(
  definition: ProcessDefinition<Settings, Own>,
  options: ProcessOptions,
): Promise<RunningProcess> {
  const running = await startProcess(definition, options);
  started.push(running);
  return running;
}

const telemetry = noTelemetry;
const memoryBus = () => new MemoryBus({ log: createLog({ app: 'test', level: 'silent' }) });
const internalOf = ({ addresses }: Pick<RunningProcess, 'addresses'>) =>
  addresses.at(-1)?.[1] ?? '';
const statusOf = (url: string) =>
  request(url).then(
    async ({ statusCode, body }) => {
      await body.dump();
      return statusCode;
    },
    () => 'no answer',
  );

/** An app that records the order in which its parts are stopped. */
function appOf(
  steps: string[],
  start: () => Promise<unknown> = () => Promise.resolve(),
): ProcessDefinition<ProcessSettings, object> {
  const step = (name: string) => ({ stop: () => Promise.resolve(void steps.push(name)) });
  return {
    name: 'gateway',
    settings: ProcessSettings,
    addresses: () => ({}),
    open: () => Promise.resolve({}),
    start: async () => {
      await start();
      const addresses = [['edge', 'http://edge']] as const;
      return { edge: step('edge'), service: step('service'), addresses };
    },
  };
}

const busOf =
  (steps: string[]): OpenBus =>
  (options) => ({
    ...sharedBus(memoryBus())(options),
    close: () => Promise.resolve(void steps.push('bus')),
  });

describe('startProcess', () => {
  it('starts a service with its database, queries, probes and metrics', async () => {
    const { url, drop } = await emptyTestDatabase('start-process');
    const env = { ...prepared.env, DATABASE_URL: url };
    const bus = memoryBus();
    const openBus = sharedBus(bus);
    const running = await start(serviceProcess(countersApp), { env, openBus, telemetry });
    const internal = internalOf(running);
    expect(running.addresses).toHaveLength(1);
    const ready = await (await request(`${internal}/health/ready`)).body.json();
    expect(ready).toEqual({ ready: true, checks: { start: 'up', 'payments-database': 'up' } });
    expect(await statusOf(`${internal}/metrics`)).toBe(200);
    const asked = await request(`${internal}/internal/queries`, { method: 'POST' });
    await asked.body.dump();
    expect(asked.statusCode).toBe(401);
    await running.stop();
    expect(await statusOf(`${internal}/health/live`)).toBe('no answer');
    await bus.close();
    await drop();
  });

  it('stops the edge first, then the bus, and the service last', async () => {
    const steps: string[] = [];
    const options = { env: prepared.env, openBus: busOf(steps), telemetry };
    const running = await start(appOf(steps), options);
    expect(running.addresses.map(([what]) => what)).toEqual(['edge', 'internal address']);
    await running.stop();
    expect(steps).toEqual(['edge', 'bus', 'service']);
  });

  it('is not ready but still answers probes and queries until the bus is closed', async () => {
    let internal = '';
    const seen: unknown[] = [];
    const openBus: OpenBus = (options) => ({
      ...sharedBus(memoryBus())(options),
      close: async () => {
        for (const path of ['live', 'ready']) {
          seen.push(await statusOf(`${internal}/health/${path}`));
        }
      },
    });
    const running = await start(appOf([]), { env: prepared.env, openBus, telemetry });
    internal = internalOf(running);
    await running.stop();
    expect(seen).toEqual([200, 503]);
  });

  it('leaves nothing open when a signal ends the start', async () => {
    const steps: string[] = [];
    const ending = new AbortController();
    const openBus = busOf(steps);
    const waits = () => new Promise((_resolve, reject) => (ending.signal.onabort = reject));
    const options = { env: prepared.env, openBus, telemetry, signal: ending.signal };
    const starting = expect(start(appOf(steps, waits), options)).rejects.toBeDefined();
    while (ending.signal.onabort === null) await new Promise(setImmediate);
    ending.abort();
    await starting;
    expect(steps).toEqual(['bus']);
  });

  it('offers no queries when the app is the gateway', async () => {
    const options = { env: prepared.env, openBus: busOf([]), telemetry };
    const running = await start(appOf([]), options);
    const internal = internalOf(running);
    const asked = await request(`${internal}/internal/queries`, { method: 'POST' });
    await asked.body.dump();
    expect(asked.statusCode).toBe(404);
  });

  it('reports alive but neither started nor ready while the app starts', async () => {
    const [port = 0] = await loopbackPorts(1);
    const internal = `http://127.0.0.1:${String(port)}`;
    const seen: unknown[] = [];
    const look = async () => {
      for (const path of ['live', 'started', 'ready']) {
        seen.push(await statusOf(`${internal}/health/${path}`));
      }
    };
    const env = { ...prepared.env, INTERNAL_PORT: String(port) };
    const options = { env, openBus: busOf([]), telemetry };
    await start(appOf([], look), options);
    await look();
    expect(seen).toEqual([200, 503, 503, 200, 200, 200]);
  });

  it('leaves nothing open when the app does not start', async () => {
    const steps: string[] = [];
    const definition = appOf(steps, () => Promise.reject(new Error('no')));
    const options = { env: prepared.env, openBus: busOf(steps), telemetry };
    await expect(start(definition, options)).rejects.toThrow('no');
    expect(steps).toEqual(['bus']);
  });

  it('opens nothing when settings or secrets cannot be used, and reports every fault', async () => {
    const openBus = () => {
      throw new Error('opened');
    };
    const missing = { ...prepared.env, NORDGATE_SECRETS_DIR: '/nonexistent' };
    const starting = start(serviceProcess(countersApp), { env: missing, openBus, telemetry });
    const fault = await starting.catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SettingsError);
    expect((fault as Error).message.split('\n')).toEqual([
      'exactly one of DATABASE_URL and DATABASE_URL_FILE has to be set',
      expect.stringMatching(/^NORDGATE_SECRETS_DIR: .*operator\.pub\.pem cannot be read/),
      expect.stringMatching(/^NORDGATE_SECRETS_DIR: .*internal-payments\.key\.pem cannot be read/),
      expect.stringMatching(/^NORDGATE_SECRETS_DIR: .*internal-gateway\.pub\.pem cannot be read/),
      expect.stringMatching(/^NORDGATE_SECRETS_DIR: .*internal-sca\.pub\.pem cannot be read/),
    ]);
    const none = start(serviceProcess(countersApp), { env: {}, openBus, telemetry });
    await expect(none).rejects.toThrow(SettingsError);
  });
});

describe('a process with DATABASE_POOL_MAX', () => {
  it('gives its service a pool of that size', async () => {
    let found: number | undefined;
    const app: ProcessDefinition<ServiceSettings, OwnFiles> = {
      ...{ name: 'payments', settings: ServiceSettings, addresses: () => ({}) },
      open: () => Promise.resolve({}),
      start: ({ platform }) => {
        found = platform.databasePoolMax;
        return Promise.resolve({ addresses: [] });
      },
    };
    const env = { ...prepared.env, DATABASE_POOL_MAX: '7' };
    await start(app, { env, openBus: sharedBus(memoryBus()), telemetry });
    expect(found).toBe(7);
  });
});

describe('a process that waits for its migrations', () => {
  const reportOf = async (internal: string, path: string) =>
    (await request(`${internal}/health/${path}`)).body.json();

  it('names the missing schema at the startup probe, runs no migration and starts when they have run', async () => {
    const { url, drop } = await emptyTestDatabase('await-migrations');
    const [port = 0] = await loopbackPorts(1);
    const internal = `http://127.0.0.1:${String(port)}`;
    const env = {
      ...{ ...prepared.env, DATABASE_URL: url },
      ...{ INTERNAL_PORT: String(port), MIGRATIONS: 'await' },
    };
    const bus = memoryBus();
    const openBus = sharedBus(bus);
    const starting = start(serviceProcess(countersApp), { env, openBus, telemetry });
    while ((await statusOf(`${internal}/health/started`)) !== 503) await new Promise(setImmediate);
    expect(await reportOf(internal, 'started')).toEqual({
      started: false,
      checks: { settings: 'up', schema: 'down', kafka: 'up', app: 'down' },
    });
    await migrateDatabase(url, []);
    await starting;
    expect(await reportOf(internal, 'started')).toEqual({
      started: true,
      checks: { settings: 'up', schema: 'up', kafka: 'up', app: 'up' },
    });
    await started.pop()?.stop();
    await bus.close();
    await drop();
  });

  it('has not started while no broker has answered', async () => {
    const answer = Promise.withResolvers<void>();
    const openBus: OpenBus = (options) => ({
      ...sharedBus(memoryBus())(options),
      firstAnswer: () => answer.promise,
    });
    const running = await start(appOf([]), { env: prepared.env, openBus, telemetry });
    const internal = internalOf(running);
    expect(await reportOf(internal, 'started')).toEqual({
      started: false,
      checks: { settings: 'up', kafka: 'down', app: 'up' },
    });
    answer.resolve();
    await new Promise(setImmediate);
    expect(await statusOf(`${internal}/health/started`)).toBe(200);
  });
});
