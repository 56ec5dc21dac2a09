import { defaultProfile } from '@nordgate/contracts/profile';
import { createSecretKey, randomBytes } from 'node:crypto';
import { ServiceUnavailableError } from '@nordgate/service';
import { MemoryBus } from '@nordgate/messaging';
import { issueSandboxCa } from '@nordgate/signature';
import { createLog, Health } from '@nordgate/telemetry';
import { startGateway } from './gateway.app.js';
import { readTrust } from './trust/trust-keeper.js';

const log = createLog({ app: 'gateway-test', level: 'silent' });
const aKey = () => createSecretKey(randomBytes(32));
const now = new Date();

/** What the readiness probe of a gateway says whose accounts service answers so, or not at all. */
async function readiness(environment: 'sandbox' | 'production', stopped?: readonly unknown[]) {
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
    ask: () =>
      stopped === undefined
        ? Promise.reject(new ServiceUnavailableError('accounts is away'))
        : Promise.resolve(stopped as never),
  };
  const gateway = await startGateway(
    { bus, queries, log, health, databaseUrl: () => '', publishEvents: () => undefined },
    {
      ...{ host: '127.0.0.1', port: 0, environment, trust, health },
      scaUrl: 'https://sca.example',
      ids: { current: 'A', keys: { A: aKey() } },
      profile: defaultProfile('sandbox'),
      linkKey: aKey(),
      telemetry: { scrape: () => Promise.resolve(''), stop: () => Promise.resolve() },
    },
  );
  try {
    const answer = await fetch(`${gateway.url}/health/ready`);
    const { checks } = (await answer.json()) as { checks: Record<string, string> };
    return [answer.status, checks['stop-list']];
  } finally {
    await gateway.stop();
    await bus.close();
  }
}

describe('a gateway that has just started', () => {
  it('is not ready in production before the list of stopped TPPs arrives', async () => {
    expect(await readiness('production')).toEqual([503, 'down']);
    expect(await readiness('production', [])).toEqual([200, 'up']);
  });

  it('does not wait for the list in the sandbox', async () => {
    expect(await readiness('sandbox')).toEqual([200, undefined]);
  });
});
