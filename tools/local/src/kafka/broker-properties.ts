import type { ClusterPlan, RoutedListener } from './broker-plan.js';
import { keystoreSettings } from './listener-keystore.js';

/** The protocol between clients and brokers, and among the brokers. */
export type LocalSecurity = 'plaintext' | 'sasl-tls';

/** One broker of a cluster. Paths are relative to the broker's working directory. */
interface BrokerSettings {
  readonly plan: ClusterPlan;
  readonly node: number;
  readonly security: LocalSecurity;
  readonly data: string;
  readonly keystore: string;
  readonly certificate: string;
  /** Of all brokers. Without a keystore they are as secured as the listener for all. */
  readonly routed?: readonly RoutedListener[];
  /** The file with the certificate of the routed listeners, which then have TLS. */
  readonly routedKeystore?: string | undefined;
}

/** The text of a broker's `server.properties`. */
export function brokerProperties(settings: BrokerSettings): string {
  const all = {
    ...identity(settings),
    ...listeners(settings),
    ...(settings.security === 'sasl-tls' && secured(settings)),
    ...copies(settings),
    ...timing,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function identity({ plan, node, data }: BrokerSettings) {
  return {
    'process.roles': 'broker,controller',
    'node.id': node,
    'controller.quorum.voters': plan.nodes
      .map((other) => `${other.node}@127.0.0.1:${other.controllerPort}`)
      .join(','),
    'log.dirs': data,
    'auto.create.topics.enable': false,
    'num.partitions': 6,
  };
}

function listeners({ plan, node, security, routed = [], routedKeystore }: BrokerSettings) {
  const own = plan.nodes.find((planned) => planned.node === node);
  if (!own) throw new Error(`the cluster has no broker ${node}`);
  const client = `CLIENT://127.0.0.1:${own.port}`;
  const ofNode = routed.filter((listener) => listener.node === node);
  const names = ofNode.map((listener) => listener.client.toUpperCase());
  const addresses = (portOf: (listener: RoutedListener) => number) =>
    ofNode.map((listener, i) => `${names[i]}://127.0.0.1:${portOf(listener)}`);
  return {
    listeners: [
      client,
      ...addresses(({ port }) => port),
      `CONTROLLER://127.0.0.1:${own.controllerPort}`,
    ].join(),
    'advertised.listeners': [client, ...addresses(({ advertised }) => advertised)].join(),
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': [
      'CONTROLLER:PLAINTEXT',
      `CLIENT:${protocols[security]}`,
      ...names.map((name) => `${name}:${routedKeystore ? 'SSL' : protocols[security]}`),
    ].join(),
    'inter.broker.listener.name': 'CLIENT',
    // A listener of one client needs no more threads than that client.
    ...Object.fromEntries(
      names.map((name) => [`listener.name.${name.toLowerCase()}.num.network.threads`, 1]),
    ),
    ...keystores(ofNode, routedKeystore),
  };
}

/** The certificate of the listeners of routed clients. */
function keystores(
  ofNode: readonly RoutedListener[],
  keystore: string | undefined,
): Record<string, string> {
  if (keystore === undefined) return {};
  const settings = ofNode.flatMap(({ client }) =>
    Object.entries(keystoreSettings(client, keystore)),
  );
  return Object.fromEntries(settings);
}

const protocols = { plaintext: 'PLAINTEXT', 'sasl-tls': 'SASL_SSL' } as const;

/** Authentication. The users of SCRAM are in the cluster's metadata since it was formatted. */
function secured({ plan, keystore, certificate }: BrokerSettings) {
  const { broker, nordgate } = plan.passwords;
  const modules = 'org.apache.kafka.common.security';
  return {
    'ssl.keystore.type': 'PKCS12',
    'ssl.keystore.location': keystore,
    'ssl.keystore.password': broker,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': certificate,
    'sasl.enabled.mechanisms': 'SCRAM-SHA-512,PLAIN',
    'sasl.mechanism.inter.broker.protocol': 'PLAIN',
    'listener.name.client.scram-sha-512.sasl.jaas.config': `${modules}.scram.ScramLoginModule required;`,
    'listener.name.client.plain.sasl.jaas.config':
      `${modules}.plain.PlainLoginModule required username="broker" password="${broker}" ` +
      `user_broker="${broker}" user_nordgate="${nordgate}";`,
  };
}

/** With three brokers as in production: one may fail and every write still has two copies. */
function copies({ plan }: BrokerSettings) {
  const factor = Math.min(3, plan.nodes.length);
  const minimum = factor === 3 ? 2 : 1;
  return {
    'default.replication.factor': factor,
    'min.insync.replicas': minimum,
    'offsets.topic.replication.factor': factor,
    'transaction.state.log.replication.factor': factor,
    'transaction.state.log.min.isr': minimum,
    'share.coordinator.state.topic.replication.factor': factor,
    'share.coordinator.state.topic.min.isr': minimum,
  };
}

/** Few threads and partitions, and short timeouts, so that a killed broker can return soon. */
const timing = {
  'offsets.topic.num.partitions': 4,
  'transaction.state.log.num.partitions': 4,
  'num.io.threads': 4,
  'num.network.threads': 2,
  'log.cleaner.dedupe.buffer.size': 16_777_216,
  'group.initial.rebalance.delay.ms': 0,
  'group.min.session.timeout.ms': 1_000,
  // A restarted broker is rejected until the session of the killed process has ended.
  'broker.session.timeout.ms': 2_000,
  'broker.heartbeat.interval.ms': 400,
  'controller.quorum.election.timeout.ms': 300,
  'controller.quorum.election.backoff.max.ms': 200,
  'controller.quorum.fetch.timeout.ms': 1_000,
};
