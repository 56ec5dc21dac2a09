import { connectionFaults } from './connections.js';
import { changed, inConfigMap, set, without } from './planting.js';

describe('the rule of connections', () => {
  const policy = (name: string) => `NetworkPolicy ${name}`;
  const ports = 'spec/egress/0/ports';
  it.each([
    [
      'a missing way out',
      without(policy('sca-may-call-payments')),
      'no policy allows sca > payments:8090',
    ],
    [
      'a missing way in',
      without(policy('payments-may-be-called-by-sca')),
      'no policy allows sca > payments:8090',
    ],
    [
      'metrics of a database that Prometheus does not reach',
      without(policy('sca-db-may-be-called-by-monitoring')),
      'no policy allows monitoring > sca-db:9187',
    ],
    [
      'metrics of the collector that Prometheus does not reach',
      without(policy('collector-may-be-called-by-monitoring')),
      'no policy allows monitoring > collector:8888',
    ],
    [
      'brokers without metrics',
      set('Kafka nordgate', 'spec/kafka/metricsConfig'),
      'no policy allows monitoring > kafka:9404',
    ],
    [
      'an app that may read the metrics of the brokers',
      set(policy('sca-may-call-kafka'), `${ports}/0/port`, 9404),
      'nobody needs sca > kafka:9404',
    ],
    ['a missing denial', without(policy('deny-by-default')), 'nobody needs edge > a stray pod:22'],
    [
      'a policy for everybody',
      set(policy('batch-may-be-called-by-gateway'), 'spec/ingress', [{}]),
      'nobody needs edge > batch:80',
    ],
    [
      'a database that is open to another service',
      set(policy('sca-may-call-sca-db'), 'spec/podSelector', {}),
      'nobody needs batch > sca-db:5432',
    ],
    [
      'a listener that is open to everybody',
      set('Kafka nordgate', 'spec/kafka/listeners/0/networkPolicyPeers'),
      'nobody needs edge > kafka:9093',
    ],
    [
      'an address without a policy',
      inConfigMap('sca-env', 'PAYMENTS_URL', 'https://batch:8090'),
      'no policy allows sca > batch:8090',
    ],
    [
      'a way out that no setting needs',
      inConfigMap('sca-env', 'ACCOUNTS_URL', 'https://baskets:8090'),
      'nobody needs sca > accounts:8090',
    ],
    [
      'pods that resolve no names',
      without(policy('all-may-call-dns')),
      'no policy allows sca > dns:53/udp',
    ],
    [
      'names that are resolved over UDP only, which cuts long answers',
      set(policy('all-may-call-dns'), 'spec/egress/0/ports', [{ protocol: 'UDP', port: 53 }]),
      'no policy allows sca > dns:53',
    ],
    [
      'a resolver in any namespace',
      set(policy('all-may-call-dns'), 'spec/egress/0/to', [{ namespaceSelector: {} }]),
      'nobody needs sca > monitoring:53/udp',
    ],
    [
      'a resolver with other labels than those of the cluster',
      set(policy('all-may-call-dns'), 'spec/egress/0/to/0/podSelector', {
        matchLabels: { a: 'b' },
      }),
      'no policy allows a stray pod > dns:53/udp',
    ],
    [
      'a database that does not reach the API server',
      set(policy('databases-may-call-api-server-and-object-store'), `${ports}/1/port`, 443),
      'no policy allows sca-db > api-server:6443',
    ],
    [
      'brokers that do not reach the API server',
      without(policy('kafka-may-call-api-server')),
      'no policy allows entity-operator > api-server:443',
    ],
    [
      'an app that reaches the API server',
      set(policy('kafka-may-call-api-server'), 'spec/podSelector', {}),
      'nobody needs sca > api-server:6443',
    ],
    [
      'an entity operator that does not reach the brokers',
      without(policy('entity-operator-may-call-kafka')),
      'no policy allows entity-operator > kafka:9091',
    ],
    [
      'brokers that do not reach each other',
      without(policy('kafka-may-call-kafka')),
      'no policy allows kafka > kafka:9090',
    ],
    [
      'brokers that call the agents of others',
      set(policy('kafka-may-call-kafka'), `${ports}/1/port`, 8443),
      'nobody needs kafka > kafka:8443',
    ],
  ])('reports %s', (_what, change, fault) => {
    expect(connectionFaults(changed(change)).join('\n')).toContain(fault);
  });

  it('reports brokers that their operator does not reach, where Strimzi makes no policy', () => {
    const faults = connectionFaults(changed(without('Kafka nordgate')));
    expect(faults).toContain('no policy allows cluster-operator > kafka:8443');
  });
});
