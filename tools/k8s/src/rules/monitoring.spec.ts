import { Rendered } from '../rendered.js';
import { overlays } from '@nordgate/local/overlays';
import { monitoringFaults } from './monitoring.js';
import { changed, set, without } from './planting.js';

describe('the rule of monitoring', () => {
  const endpoint = 'spec/podMetricsEndpoints/0';

  it.each(overlays)('finds nothing that Prometheus misses in the overlay %s', (overlay) => {
    expect(monitoringFaults(Rendered.read(overlay))).toEqual([]);
  });

  it.each([
    ['an app that nobody reads', without('PodMonitor batch'), 'batch: is read by 0 monitors'],
    [
      'an app that two monitors read',
      set('PodMonitor batch', 'spec/selector', { matchLabels: {} }),
      'sca: is read by 2 monitors',
    ],
    [
      'plain HTTP to a port with TLS',
      set('PodMonitor sca', `${endpoint}/scheme`, 'http'),
      'sca: its monitor has another scheme',
    ],
    [
      'a certificate for another name',
      set('PodMonitor sca', `${endpoint}/tlsConfig/serverName`),
      'sca: its monitor has the server name undefined',
    ],
    [
      'the CAs of the system',
      set('PodMonitor sca', `${endpoint}/tlsConfig/ca`),
      'sca: its monitor has another CA',
    ],
    [
      'a port that the pod does not name',
      set('PodMonitor sca', `${endpoint}/port`, 'metrics'),
      'sca: its monitor has an unknown port',
    ],
    [
      'the job that Prometheus Operator would choose',
      set('PodMonitor sca', `${endpoint}/relabelings/0/targetLabel`, 'jobs'),
      'sca: its monitor has another job',
    ],
    [
      'metrics under the name of another app',
      set('PodMonitor sca', `${endpoint}/relabelings/2/replacement`, 'batch'),
      'sca: its monitor has another app',
    ],
    [
      'metrics without the name of the pod',
      set('PodMonitor sca', `${endpoint}/relabelings/1/targetLabel`, 'a'),
      'sca: its monitor has no pod',
    ],
    ['brokers that nobody reads', without('PodMonitor kafka'), 'kafka: is read at port none'],
    [
      'databases that are read at another port',
      set('PodMonitor databases', `${endpoint}/port`, 'postgresql'),
      'sca-db: is read at port postgresql',
    ],
    [
      'a collector that nobody reads',
      without('PodMonitor collector'),
      'collector: is read at port none',
    ],
    [
      'brokers that publish nothing',
      set('Kafka nordgate', 'spec/kafka/metricsConfig'),
      'Kafka does not publish kafka_controller_kafkacontroller_offlinepartitionscount',
    ],
    [
      'brokers that leave out what an alert reads',
      set('Kafka nordgate', 'spec/kafka/metricsConfig/values/allowList', ['kafka_server']),
      'Kafka does not publish kafka_server_replicamanager_underreplicatedpartitions',
    ],
    [
      'a dashboard that is not rendered',
      without('ConfigMap dashboard-batch'),
      'Grafana does not find batch.json',
    ],
    [
      'a dashboard without the label',
      set('ConfigMap dashboard-batch', 'metadata/labels/grafana_dashboard'),
      'Grafana does not find batch.json',
    ],
    [
      'a dashboard that is too large for one object',
      set('ConfigMap dashboard-gateway', 'data', { 'gateway.json': ' '.repeat(256 * 1024) }),
      'ConfigMap dashboard-gateway has more than 256 KiB',
    ],
  ])('reports %s', (_what, change, fault) => {
    expect(monitoringFaults(changed(change)).join('\n')).toContain(fault);
  });

  it('reports a bank without alerts', () => {
    const rules = Rendered.read('production').all('PrometheusRule');
    const faults = monitoringFaults(
      changed((manifests) => {
        for (const { metadata } of rules) without(`PrometheusRule ${metadata.name}`)(manifests);
      }),
    );
    expect(faults).toEqual(['there are no alerts']);
  });
});
