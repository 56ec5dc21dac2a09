import { Module } from '@nestjs/common';
import { countersApp, talliesApp } from '../testing/counting-services.js';
import { testPlatform } from '../testing/test-platform.js';
import type { TestPlatform } from '../testing/test-platform.js';
import { runService } from './service.js';
import type { OperableService, ServiceDefinition } from './service.js';

@Module({})
class WithoutConsumers {}

let platform: TestPlatform;
const running: OperableService[] = [];
beforeEach(async () => {
  platform = await testPlatform(['payments', 'baskets']);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await platform.close();
});

async function start(definition: ServiceDefinition) {
  running.push(
    ...(await Promise.all([runService(countersApp, platform), runService(definition, platform)])),
  );
  return platform.health.report();
}

describe('the groups that a service declares', () => {
  it('are joined when it has started', async () => {
    const { ready, checks } = await start(talliesApp);
    expect(ready).toBe(true);
    expect(checks).toMatchObject({ 'baskets.tally joined': 'up', 'baskets.echo joined': 'up' });
  });

  it('keep it from being ready when a composition has lost their consumers', async () => {
    const { ready, checks } = await start({ ...talliesApp, module: WithoutConsumers });
    expect(ready).toBe(false);
    expect(checks).toMatchObject({ 'baskets.tally joined': 'down', 'baskets.echo joined': 'down' });
  });

  it('keep it from being ready when one of them has no consumer', async () => {
    const groups = [...(talliesApp.groups ?? []), 'baskets.core'];
    const { ready, checks } = await start({ ...talliesApp, groups });
    expect(ready).toBe(false);
    expect(checks).toMatchObject({ 'baskets.echo joined': 'up', 'baskets.core joined': 'down' });
  });
});
