import { oneOfEach, planInstances } from './cluster-plan.js';

const byName = async (...args: Parameters<typeof planInstances>) =>
  Object.fromEntries((await planInstances(...args)).map(({ name, ...rest }) => [name, rest]));

describe('the ports of the apps of a cluster', () => {
  it('follow the fixed ports in the order of the apps', async () => {
    const ports = { gateway: 8080, sca: 8081, internal: 8090 };
    expect(await byName({ ...oneOfEach, baskets: 2 }, ports)).toEqual({
      'gateway-1': { app: 'gateway', internalPort: 8090, port: 8080 },
      'payments-1': { app: 'payments', internalPort: 8091 },
      'baskets-1': { app: 'baskets', internalPort: 8092 },
      'baskets-2': { app: 'baskets', internalPort: 8093 },
      'sca-1': { app: 'sca', internalPort: 8094, port: 8081 },
      'accounts-1': { app: 'accounts', internalPort: 8095 },
      'batch-1': { app: 'batch', internalPort: 8096 },
    });
  });

  it('are free ports, all different, when none is fixed', async () => {
    const planned = await planInstances({ ...oneOfEach, gateway: 2 });
    const ports = planned.flatMap(({ internalPort, port = [] }) => [internalPort, port].flat());
    expect(new Set(ports).size).toBe(10);
    expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000);
  });
});
