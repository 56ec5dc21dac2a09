import { GetMaintenance } from '@nordgate/contracts/queries';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import { firstRequestId } from './begin-world.js';

const customers: TppCall = { method: 'GET', path: '/v1/sandbox/customers' };
const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const old = 'PSDNO-FSA-1';
const fresh = 'PSDNO-FSA-2';

/** A gateway of a sandbox in which one TPP has a world. A command begins those of all others. */
async function aGateway(windows: readonly MaintenanceWindow[] = []) {
  const found: { gateway?: StubbedGateway } = {};
  const hasBegun = () => (found.gateway?.bus.count ?? 0) > 0;
  const world = {
    worldOf: (tpp: string) =>
      Promise.resolve(tpp === old || hasBegun() ? { generation: 4 } : undefined),
  };
  const answer = (query: unknown) => (query instanceof GetMaintenance ? windows : undefined);
  const gateway = await startStubbedGateway({}, { world, answer });
  found.gateway = gateway;
  return gateway;
}

async function clientOf(gateway: StubbedGateway, tpp: string): Promise<TppClient> {
  const identity = await gateway.newSeal(tpp);
  const redirectUri = 'https://tpp.example/back';
  return new TppClient({ baseUrl: gateway.url, identity, redirectUri });
}

describe('the first request of a TPP', () => {
  it('begins its world under the same command at every gateway, however many come at once', async () => {
    const gateways = await Promise.all([aGateway(), aGateway()]);
    const statuses = await Promise.all(
      gateways.map(async (gateway) => {
        const tpp = await clientOf(gateway, fresh);
        const answers = Array.from({ length: 4 }, () => tpp.call(customers));
        return (await Promise.all(answers)).map(({ status }) => status);
      }),
    );
    const ids = gateways.map(({ bus }) => bus.sent.map(({ headers }) => headers['ce_id']));
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    expect(statuses.flat()).toEqual(Array<number>(8).fill(200));
    expect(ids).toEqual([[expect.stringContaining(`/${fresh}/first/`)], ids[0]]);
  });

  it('begins it under another command on another day, because the world may have been deleted', () => {
    const idAt = (at: string) => firstRequestId(fresh, new Date(at));
    expect(idAt('2026-03-02T22:59:59.999Z')).toBe(idAt('2026-03-01T23:00:00.000Z'));
    expect(idAt('2026-03-02T23:00:00.000Z')).not.toBe(idAt('2026-03-02T22:59:59.999Z'));
    expect(firstRequestId(old, new Date())).not.toBe(firstRequestId(fresh, new Date()));
  });

  it('is the only command when it is a reset, which makes the world itself', async () => {
    const gateway = await aGateway();
    const tpp = await clientOf(gateway, fresh);
    await tpp.call({ method: 'POST', path: '/v1/sandbox/initialize' });
    await gateway.stop();
    const sent = gateway.bus.sent.map(({ headers }) => headers['ce_id']);
    expect(sent).toEqual([expect.stringMatching(new RegExp(`/${fresh}/(?!first/)`))]);
  });

  it('begins no world while the bank is maintained, and says until when, as a write does', async () => {
    const window = { from: hour(-1), until: hour(1), readsGoOn: true };
    const gateway = await aGateway([window]);
    const [known, first] = [await clientOf(gateway, old), await clientOf(gateway, fresh)];
    const began = performance.now();
    const away = await first.call(customers);
    const ms = performance.now() - began;
    const write = await known.call({ method: 'POST', path: '/v1/sandbox/initialize' });
    const read = await known.call(customers);
    const { count } = gateway.bus;
    const metrics = await gateway.telemetry.scrape();
    await gateway.stop();
    expect([away.status, away.text]).toEqual([503, write.text]);
    expect(away.headers['retry-after']).toBe(write.headers['retry-after']);
    expect(away.text).toContain(window.until);
    expect([read.status, count]).toEqual([200, 0]);
    expect(ms).toBeLessThan(1000);
    const refused = metrics
      .split('\n')
      .filter((line) => line.includes('request_duration_seconds_count{') && line.includes('"503"'));
    expect(refused).not.toEqual([]);
    // An objective of the bank does not count what the bank has announced.
    for (const line of refused) expect(line).toContain('nordgate_cause="maintenance"');
  });
});
