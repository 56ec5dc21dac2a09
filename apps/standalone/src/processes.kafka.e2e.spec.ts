import { createTopics } from '@nordgate/messaging/process';
import { createLog } from '@nordgate/telemetry';
import { PsuBrowser, runJourney, TppClient } from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import { strangerTpp } from './demo/demo-tpp.js';
import { appEnvironments, apps } from './testing/app-environments.js';
import type { App, AppEnvironments } from './testing/app-environments.js';
import { AppProcess } from './testing/child-process.js';

const brokers = process.env['NORDGATE_TEST_KAFKA'] ?? '';

describe('the apps as processes over Kafka', () => {
  let environments: AppEnvironments;
  const running = new Map<App, AppProcess>();
  const start = async (app: App) =>
    void running.set(app, await AppProcess.start(app, environments.envOf(app)));
  /** Waits for all of them, so that each one that has started can be ended. */
  const startAll = async () => {
    const failed = (await Promise.allSettled(apps.map(start))).find(
      ({ status }) => status === 'rejected',
    );
    if (failed !== undefined) throw new Error('an app did not start', { cause: failed });
  };

  beforeAll(async () => {
    await createTopics({
      settings: { brokers: brokers.split(','), clientId: 'processes-test' },
      log: createLog({ app: 'test', level: 'silent' }),
      replicationFactor: 1,
    });
    environments = await appEnvironments(brokers);
    await startAll();
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...running.values()].map((one) => one.kill9()));
    await environments.remove();
  }, 60_000);

  const world = (): World => ({
    tpp: new TppClient({
      baseUrl: environments.gatewayUrl,
      identity: environments.trust.demoTpp,
      redirectUri: 'https://tpp.example/back?state=af0ifjsldkj',
    }),
    newBrowser: () => new PsuBrowser(environments.scaUrl),
    narrator: { part: () => undefined, step: () => undefined },
  });

  it('serve the whole journey of a TPP', async () => {
    await runJourney(world(), await strangerTpp(environments));
  }, 120_000);

  it('end in order when they are told to, and serve again after a start', async () => {
    const codes = await Promise.all([...running.values()].map((one) => one.stop()));
    expect(codes).toEqual(apps.map(() => 0));
    running.clear();
    await startAll();
    await runJourney(world(), await strangerTpp(environments));
  }, 180_000);
});
