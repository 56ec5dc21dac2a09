/** The brokers of the bank, as one peer: which of them answers is for kafkajs. */
export const brokersPeer = 'brokers';

/** The database of the process. */
export const databasePeer = 'database';

/** The error came from a connection to this peer. */
const peers = new WeakMap<object, string>();

/** Notes to which peer a connection failed, where the error does not show it. Returns the error. */
export function fromPeer<Failure>(failure: Failure, peer: string): Failure {
  if (typeof failure === 'object' && failure !== null) peers.set(failure, peer);
  return failure;
}

/**
 * The peer that an error says does not answer; undefined for every other error. Looks through the causes: kafkajs, undici
 * and the event store wrap an error in others.
 */
export function peerOf(error: unknown): string | undefined {
  let owner: string | undefined;
  let one = error;
  for (let depth = 0; one instanceof Error && depth < depthMax; depth += 1) {
    owner ??= peers.get(one) ?? ownerOf(one);
    if (isOutage(one)) return owner ?? addressOf(one);
    one = one.cause ?? (one instanceof AggregateError ? (one.errors as unknown[])[0] : undefined);
  }
  return undefined;
}

const depthMax = 6;

/** The peer of a library's errors, by their names. */
function ownerOf({ name, message }: Error): string | undefined {
  if (name.startsWith('KafkaJS') || message.startsWith('the brokers ')) return brokersPeer;
  return name === 'InfrastructureError' || terminated.test(message) ? databasePeer : undefined;
}

/** Node's codes for a connection that cannot be made or is lost (Node.js documentation, "Common system errors"). */
const connectionCodes =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|UND_ERR_(?:CONNECT_TIMEOUT|SOCKET))$/;

/** Connection exceptions, and a server that shuts down or starts (PostgreSQL documentation, appendix A). */
const databaseStates = /^(?:08...|57P0[123])$/;

/** What pg and its pool say without a code. */
const terminated =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (?:has encountered a connection error|was closed))/;

/** Errors of kafkajs about brokers that do not answer, do not lead or are not known. */
const brokerNames: ReadonlySet<string> = new Set([
  ...['KafkaJSConnectionError', 'KafkaJSConnectionClosedError', 'KafkaJSRequestTimeoutError'],
  ...['KafkaJSBrokerNotFound', 'KafkaJSNoBrokerAvailableError', 'KafkaJSGroupCoordinatorNotFound'],
  ...['KafkaJSMetadataNotLoaded', 'KafkaJSTopicMetadataNotLoaded'],
]);

/** What brokers answer while others are away (Kafka protocol, error codes). */
const brokerTypes: ReadonlySet<unknown> = new Set([
  ...['LEADER_NOT_AVAILABLE', 'NOT_LEADER_FOR_PARTITION', 'REQUEST_TIMED_OUT', 'NETWORK_EXCEPTION'],
  ...['BROKER_NOT_AVAILABLE', 'REPLICA_NOT_AVAILABLE', 'GROUP_COORDINATOR_NOT_AVAILABLE'],
  ...['NOT_COORDINATOR_FOR_GROUP', 'NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS_AFTER_APPEND'],
]);

function isOutage(error: Error): boolean {
  const { code, type } = error as { readonly code?: unknown; readonly type?: unknown };
  if (typeof code === 'string' && isOutageCode(code)) return true;
  if (brokerNames.has(error.name) || brokerTypes.has(type)) return true;
  return terminated.test(error.message) || error.message === 'the brokers accept no messages';
}

const isOutageCode = (code: string) => connectionCodes.test(code) || databaseStates.test(code);

/** A socket error has the address, a failed look-up the name. */
function addressOf(error: Error): string {
  const { address, hostname, port } = error as {
    readonly address?: string;
    readonly hostname?: string;
    readonly port?: number;
  };
  const host = address ?? hostname ?? 'another system';
  return port === undefined ? host : `${host}:${String(port)}`;
}
