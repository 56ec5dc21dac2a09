import { defaultProfile } from '@nordgate/contracts/profile';
import { createSecretKey, randomBytes } from 'node:crypto';
import { ServiceUnavailableError } from '@nordgate/service';
import { MemoryBus } from '@nordgate/messaging';
import { issueSandboxCa } from '@nordgate/signature/issue';
import { createLog, Health } from '@nordgate/telemetry';
import { startGateway } from './gateway.app.js';
import { startSandboxGateway } from './sandbox/gateway.sandbox.js';
import { readTrust } from './trust/trust-keeper.js';

const log = createLog({ app: 'gateway-test', level: 'silent' });
const aKey = () => createSecretKey(randomBytes(32));
const now = new Date();

/** What the readiness probe of a gateway says whose accounts service answers so, or not at all. */
async function readiness(
  environment: 'sandbox' | 'production',
  { stopped }: { stopped?: readonly unknown[] } = {},
) {
  const asked: string[] = [];
  const ca = await issueSandboxCa({
    validFrom: now,
    validTo: new Date(now.getTime() + 3_600_000),
    commonName: 'CA',
    organisation: 'CA',
  });
  const trust = await readTrust(
    {
      folder: undefined,
      always: [ca.certificate],
      revocationPolicy: 'optional',
      registerPath: undefined,
    },
    now,
  );
  const bus = new MemoryBus({ log });
  const health = new Health();
  const queries = {
    register: () => undefined,
    askEach: () => Promise.resolve([]),
    ask: (query: unknown) => {
      asked.push((query as object).constructor.name);
      return stopped === undefined
        ? Promise.reject(new ServiceUnavailableError('accounts is away'))
        : Promise.resolve(stopped as never);
    },
  };
  const settings = {
    ...{ host: '127.0.0.1', port: 0, trust, health },
    scaUrl: 'https://sca.example',
    ids: { current: 'A', keys: { A: aKey() } },
    profile: defaultProfile('sandbox'),
    links: { current: 'A', keys: { A: aKey() } },
  };
  const platform = {
    bus,
    queries,
    log,
    health,
    databaseUrl: () => '',
    publishEvents: () => undefined,
  };
  const gateway = await (environment === 'sandbox'
    ? startSandboxGateway(platform, { ...settings, environment })
    : startGateway(platform, { ...settings, environment }));
  try {
    const answer = await fetch(`${gateway.url}/health/ready`);
    // Strangers may ask, so the answer does not name the checks.
    expect(await answer.json()).toEqual({ ready: answer.ok });
    const { checks } = await health.report();
    const { 'stop-list': stopList, 'sandbox-worlds': worlds } = checks;
    return { status: answer.status, stopList, worlds, asked };
  } finally {
    await gateway.stop();
    await bus.close();
  }
}

describe('a gateway that has just started', () => {
  it('is not ready in production before the list of stopped TPPs arrives', async () => {
    expect(await readiness('production')).toMatchObject({ status: 503, stopList: 'down' });
    const ready = await readiness('production', { stopped: [] });
    expect(ready).toMatchObject({ status: 200, stopList: 'up' });
  });

  it('does not wait for the list in the sandbox', async () => {
    const ready = await readiness('sandbox');
    expect(ready).toMatchObject({ status: 200, stopList: undefined, worlds: 'up' });
  });

  it('asks for no world: in the sandbox before a request, in production never', async () => {
    expect((await readiness('sandbox')).asked).not.toContain('GetWorld');
    const { asked, worlds } = await readiness('production', { stopped: [] });
    expect(asked).toEqual(['GetMaintenance', 'ListStoppedTpps']);
    expect(worlds).toBeUndefined();
  });
});
