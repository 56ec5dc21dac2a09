import { brokerProperties } from './broker-properties.js';
import type { LocalSecurity } from './broker-properties.js';
import type { ClusterPlan, RoutedListener } from './broker-plan.js';

const planOf = (brokers: number): ClusterPlan => ({
  id: 'id',
  passwords: { nordgate: 'open-sesame', broker: 'among-us' },
  nodes: Array.from({ length: brokers }, (_, index) => ({
    node: index + 1,
    port: 20_001 + index,
    controllerPort: 20_011 + index,
  })),
});

/** The properties as Kafka reads them. */
function properties(
  brokers: number,
  node: number,
  security: LocalSecurity = 'plaintext',
  routed: readonly RoutedListener[] = [],
  routedKeystore?: string,
) {
  const files = { data: 'data', keystore: '../tls/key.p12', certificate: '../tls/cert.pem' };
  const plan = planOf(brokers);
  const text = brokerProperties({ plan, node, security, routed, routedKeystore, ...files });
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

it('makes a broker that listens on the loopback interface only', () => {
  expect(properties(1, 1)).toMatchObject({
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': '1@127.0.0.1:20011',
    listeners: 'CLIENT://127.0.0.1:20001,CONTROLLER://127.0.0.1:20011',
    'advertised.listeners': 'CLIENT://127.0.0.1:20001',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,CLIENT:PLAINTEXT',
    'auto.create.topics.enable': 'false',
    'log.dirs': 'data',
  });
});

it('gives every broker of three its own ports and all of them as voters', () => {
  const second = properties(3, 2);
  expect(second['listeners']).toBe('CLIENT://127.0.0.1:20002,CONTROLLER://127.0.0.1:20012');
  expect(second['controller.quorum.voters']).toBe(
    '1@127.0.0.1:20011,2@127.0.0.1:20012,3@127.0.0.1:20013',
  );
  expect(() => properties(3, 4)).toThrow('the cluster has no broker 4');
});

it('gives a routed client a separate listener, which the broker advertises at another port', () => {
  const routed = [
    { client: 'payments', node: 2, port: 20_021, advertised: 20_031 },
    { client: 'payments', node: 3, port: 20_022, advertised: 20_032 },
  ];
  expect(properties(3, 2, 'plaintext', routed)).toMatchObject({
    listeners: 'CLIENT://127.0.0.1:20002,PAYMENTS://127.0.0.1:20021,CONTROLLER://127.0.0.1:20012',
    'advertised.listeners': 'CLIENT://127.0.0.1:20002,PAYMENTS://127.0.0.1:20031',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,CLIENT:PLAINTEXT,PAYMENTS:PLAINTEXT',
  });
});

it('gives a routed client TLS where it has a certificate, and the tools of this machine none', () => {
  const routed = [{ client: 'payments', node: 1, port: 20_021, advertised: 20_031 }];
  expect(properties(1, 1, 'plaintext', routed, '/tls/payments.pem')).toMatchObject({
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,CLIENT:PLAINTEXT,PAYMENTS:SSL',
    'listener.name.payments.ssl.keystore.type': 'PEM',
    'listener.name.payments.ssl.keystore.location': '/tls/payments.pem',
  });
});

it.each([
  [1, '1', '1'],
  [3, '3', '2'],
])('requires of %d brokers %s copies, of which %s must be written', (brokers, copies, minimum) => {
  expect(properties(brokers, 1)).toMatchObject({
    'default.replication.factor': copies,
    'offsets.topic.replication.factor': copies,
    'transaction.state.log.replication.factor': copies,
    'min.insync.replicas': minimum,
    'transaction.state.log.min.isr': minimum,
  });
});

it('has passwords and TLS only in a secured cluster, and no open listener there', () => {
  const open = Object.entries(properties(1, 1)).flat().join('\n');
  expect(open).not.toMatch(/ssl|sasl|open-sesame|among-us/i);

  const secured = properties(1, 1, 'sasl-tls');
  expect(secured).toMatchObject({
    listeners: 'CLIENT://127.0.0.1:20001,CONTROLLER://127.0.0.1:20011',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,CLIENT:SASL_SSL',
    'sasl.enabled.mechanisms': 'SCRAM-SHA-512,PLAIN',
    'ssl.keystore.location': '../tls/key.p12',
    'ssl.truststore.location': '../tls/cert.pem',
  });
  expect(secured['listener.name.client.plain.sasl.jaas.config']).toContain(
    'user_nordgate="open-sesame"',
  );
});
