import { listedCustomers, eventually, runJourney, strangerTpp } from '@nordgate/testing';
import { CanaryBrowser, Canaries } from './testing/canaries.js';
import { hasIdAsLabel, seriesIn } from './testing/metric-series.js';
import { patient, TracedCluster } from './testing/traced-cluster.js';

const limitMs = 600_000;
const apps = ['accounts', 'baskets', 'batch', 'gateway', 'payments', 'sca'];

describe('what the processes of a bank on Kafka show to its operators after a journey', () => {
  const canaries = new Canaries('Kari Kreditor', 'Invoice 4711', '97104133219');
  let bank: TracedCluster;
  let logs: ReadonlyMap<string, string>;
  let scrapes: ReadonlyMap<string, string>;

  beforeAll(async () => {
    bank = await TracedCluster.start({ LOG_LEVEL: 'trace' });
    const { cluster } = bank;
    const world = bank.world();
    const newBrowser = () => new CanaryBrowser(canaries, cluster.scaUrl);
    const gatewayUrl = cluster.gatewayUrls[0] ?? '';
    const stranger = await strangerTpp({ gatewayUrl, scaUrl: cluster.scaUrl });
    await runJourney({ ...world, newBrowser }, stranger);
    const customers = await listedCustomers(world.tpp);
    canaries.addCustomers(customers);
    scrapes = await bank.scrapes();
    // The client of Kafka writes most when it loses the broker.
    await cluster.kafka.restart(1);
    const allSawIt = async () => {
      const written = [...(await bank.logs()).values()];
      return written.every((text) => text.includes('"client":"'));
    };
    await eventually('each process has logged the loss of the broker', allSawIt, patient);
    await bank.stopApps();
    logs = await bank.logs();
  }, limitMs);
  afterAll(() => bank.stop(), limitMs);

  it('has no name, number, token or text of a customer in the logs, spans and metrics of six processes', () => {
    expect([...logs.keys()].sort()).toEqual(apps.map((app) => `${app}-1.log`));
    expect([...scrapes.keys()].sort()).toEqual(apps.map((app) => `${app}-1`));
    const traced = new Set(bank.receiver.spans.map(({ service }) => service));
    expect([...traced].sort()).toEqual(apps.map((app) => `nordgate-${app}`));
    const lines = [...logs.values()].flatMap((text) => text.split('\n'));
    for (const text of ['"level":"debug"', '"trace_id"', '"refused"']) {
      expect(lines.some((line) => line.includes(text))).toBe(true);
    }
    expect(canaries.size).toBeGreaterThan(50);
    const metrics = [...scrapes.values()].join('\n');
    const shown = { log: lines, spans: bank.receiver.requests, metrics };
    expect(canaries.hitsIn(shown)).toEqual([]);
  });

  it.each(apps)('has less than 2000 series of metrics of %s, and no id in a label', (app) => {
    const series = seriesIn(scrapes.get(`${app}-1`) ?? '');
    expect(series.length).toBeGreaterThan(100);
    expect(series.length).toBeLessThan(2000);
    expect(series.filter(hasIdAsLabel)).toEqual([]);
  });
});
