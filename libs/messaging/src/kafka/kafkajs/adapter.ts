/**
 * The adapter to kafkajs: everything that this project changes in kafkajs, or does in its place. It
 * is written for version 2.2.4, the last stable release, and refuses any other version.
 *
 * Changed at run time, in the loaded module. `node_modules` stays as it was published, so an
 * installation without scripts works.
 *
 * 1. Request queue (kafkajs issues 1556, 1604 and 1704). A connection that has sent one request asks
 *    every millisecond, for the rest of its life, whether another request is pending. An idle process
 *    spent 11 to 17 ms of processor time per second on it. The queue now asks only while a request is
 *    pending; every new request triggers a check by itself.
 * 2. Produce request. The encoder makes about thirty buffers per record and copies each four times:
 *    20 to 36 µs per record. `encodeProduce` (produce-request.ts) writes the same bytes once, in 6 to
 *    7 µs (testing/produce-bench.ts). Records are compressed only where that makes them smaller.
 * 3. Compressed batches. kafkajs decompresses each one on the thread pool. A batch takes 20 µs, so it is
 *    done at once.
 *
 * Done in place of kafkajs:
 *
 * 4. Partition of a key. The partitioner of kafkajs uses 64-bit objects for each step of the hash;
 *    `keyPartition` (key-partition.ts) computes the same partition with 32-bit numbers.
 * 5. Acknowledgement of a send (kafkajs issue 1303). A send may resolve although a partition was not
 *    acknowledged; `requireAcknowledged` (../records.ts) compares the answer with the request.
 * 6. Restart of a crashed consumer. kafkajs restarts after some errors and gives up after others;
 *    `SupervisedConsumer` (../supervised-consumer.ts) makes a new consumer after every error.
 * 7. Offset commits. A commit of kafkajs is tried nine times at the same broker, in nine seconds: it looks for
 *    no other coordinator, and after a rebalance it commits old offsets as the new member. Now it is one
 *    attempt, which looks for the coordinator when it is refused; `OffsetCommits` (../group-progress.ts) tries
 *    again. Otherwise kafkajs looks for the coordinator when a heartbeat is refused: it joins the group again.
 * 8. Silent connections. kafkajs goes on with a connection on which a request had no answer in time. One that is half-open,
 *    as a firewall has forgotten it, was used for a quarter of an hour. Now it is closed, as the client of Apache Kafka does, and
 *    with it all connections of the process on which no broker was heard meanwhile (silence.ts).
 * 9. Fetches of a member that stops. When the brokers change in that moment, kafkajs makes new fetchers, which ask the stopped
 *    member again and again without a turn of the event loop: the process never ended. Now each of these asks waits.
 * 10. Answers that were cut. kafkajs keeps the first part of an answer in which a connection was lost, and reads what follows the next
 *    connect as its rest: an error that nobody catches ended the process. Now a connection begins without it.
 * 11. A record that is gone. When a broker has dropped the record that a consumer fetches next, kafkajs goes on at the first
 *    record that there is, and commits that. A consumer that reads from the beginning now crashes in place of it:
 *    `PartitionStarts` (../partition-starts.ts) knows where its group may go on.
 * 12. A clock that is set. kafkajs measures its waits by the clock of the machine. A process whose clock went back an hour sent no
 *    heartbeat for an hour, and its groups lost it. Now these waits go by the monotonic clock (waits.ts).
 * 13. The wait of a fetch. A member that stops or joins its group again waits until the brokers have answered its fetches, and one
 *    that resumes a partition fetches it after that. So fetches were short: two a second for each member and broker. Now a fetch
 *    ends with its fetcher, and is short only while a partition is paused or a broker leads none (fetches.ts).
 * 14. A broker that is not trusted. kafkajs connects nine times in five seconds before it reports a certificate that it does not accept.
 *    A client that has trusted no broker so far now gives up when it has connected once to each broker of its list (trust.ts).
 *
 * Relied upon:
 *
 * 15. kafkajs keeps the object `ssl` of a client, copies the members of `ssl`, and reads the password of `sasl`, for each connection
 *    (../kafka-settings.ts): mounted files that change need no restart.
 *
 * docs/adr/0021-kafkajs-adapter.md has the decision and the measurements. To move to another version:
 * read its source for the fifteen points, change `kafkajsVersion`, and run the specs of this folder and
 * `npm run test:kafka`.
 */
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { brokersPeer, peerOf } from '@nordgate/telemetry';
import { repairConnections } from './connections.js';
import { repairFetches } from './fetches.js';
import { encodeProduce, gzipped } from './produce-request.js';
import type { ProduceRequest } from './produce-request.js';
import { endUntrustedConnects } from './trust.js';
import { waitByMonotonicClock } from './waits.js';

/** The version of kafkajs whose internals this adapter knows. */
export const kafkajsVersion = '2.2.4';

/** Another version of kafkajs is installed than the one that the adapter was written for. */
export class KafkajsVersionError extends Error {
  override readonly name = 'KafkajsVersionError';
}

/** The member of a connection's request queue that is replaced. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

/** How kafkajs finds the encoder of a request in the version that a broker understands. */
interface RequestVersions {
  protocol: (chosen: { readonly version: string | number }) => (options: ProduceOptions) => Built;
}

interface Built {
  readonly request: object;
}

/** What a kafkajs consumer commits with. */
interface Runner {
  readonly running: boolean;
  readonly consumerGroup: { readonly groupId: string; readonly offsetManager: OffsetManager };
  commitOffsets: (this: Runner, offsets: object) => Promise<void>;
}

interface OffsetManager {
  readonly cluster: { findGroupCoordinator(of: { readonly groupId: string }): Promise<object> };
  /** The broker that gets the commits. */
  coordinator: object;
  commitOffsets(offsets: object): Promise<void>;
}

/** How kafkajs goes on after a fetch of a record that is gone. */
interface ConsumerGroup {
  readonly topicConfigurations: Readonly<Record<string, { readonly fromBeginning?: boolean }>>;
  /** The follower that a partition is fetched from. */
  readonly preferredReadReplicasPerTopicPartition: Readonly<
    Record<string, Record<number, unknown>>
  >;
  recoverFromOffsetOutOfRange: (this: ConsumerGroup, error: OutOfRange) => Promise<void>;
}

interface OutOfRange extends Error {
  readonly topic: string;
  readonly partition: number;
}

interface GzipCodec {
  decompress(bytes: Buffer): Promise<Buffer>;
}

type ProduceOptions = Partial<ProduceRequest> &
  Pick<ProduceRequest, 'acks' | 'timeout' | 'topicData'>;

const load = createRequire(import.meta.url);
let isPatched = false;

/**
 * Patches the loaded kafkajs, once per process. What kafkajs does stays the same; it costs less.
 *
 * @param installed the version that is installed; a test gives another one
 * @throws KafkajsVersionError when this is not `kafkajsVersion`
 */
export function patchKafkajs(installed = installedVersion()): void {
  if (installed !== kafkajsVersion) {
    throw new KafkajsVersionError(
      `kafkajs ${installed} is installed, and its adapter is written for ${kafkajsVersion}`,
    );
  }
  if (isPatched) return;
  isPatched = true;
  stopIdleChecks();
  replaceProduceEncoder();
  replaceGzipReader();
  commitOnce();
  repairConnections();
  endUntrustedConnects();
  repairFetches();
  neverSkip();
  waitByMonotonicClock();
}

function installedVersion(): string {
  return (load('kafkajs/package.json') as { readonly version: string }).version;
}

/** Schedules a check of the request queue only while a request is pending. */
function stopIdleChecks(): void {
  const { prototype } = load('kafkajs/src/network/requestQueue/index.js') as {
    readonly prototype: RequestQueue;
  };
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) schedule.call(this);
  };
}

/** Encodes Produce requests from version 3 on with {@link encodeProduce}; not those of other codecs than gzip. */
function replaceProduceEncoder(): void {
  const versions = load('kafkajs/src/protocol/requests/produce/index.js') as RequestVersions;
  const { protocol } = versions;
  versions.protocol = (chosen) => {
    const build = protocol(chosen);
    // Older versions have no record batches.
    if (Number(chosen.version) < 3) return build;
    return (options) => {
      const built = build(options);
      if ((options.compression ?? 0) > gzipped) return built;
      return { ...built, request: { ...built.request, encode: () => encoded(options) } };
    };
  };
}

/** Decompresses a fetched batch at once. kafkajs uses the thread pool, which takes longer than the work. */
function replaceGzipReader(): void {
  const { Codecs: codecs } = load('kafkajs/src/protocol/message/compression/index.js') as {
    readonly Codecs: Record<number, () => GzipCodec>;
  };
  const gzip = codecs[gzipped]?.();
  if (gzip === undefined) throw new Error('kafkajs has no codec for gzip');
  const codec = {
    ...gzip,
    decompress: (bytes: Buffer) => Promise.resolve().then(() => gunzipSync(bytes)),
  };
  codecs[gzipped] = () => codec;
}

/** Makes a commit one attempt. When the broker does not answer or coordinate, the next one goes to the coordinator of then. */
function commitOnce(): void {
  const { prototype } = load('kafkajs/src/consumer/runner.js') as { readonly prototype: Runner };
  prototype.commitOffsets = async function (offsets) {
    // As in kafkajs: the member that follows reads from the committed offsets.
    if (!this.running) return;
    const { groupId, offsetManager } = this.consumerGroup;
    try {
      await offsetManager.commitOffsets(offsets);
    } catch (error) {
      if (peerOf(error) === brokersPeer) {
        offsetManager.coordinator = await offsetManager.cluster.findGroupCoordinator({ groupId });
      }
      throw error;
    }
  };
}

/** Lets a consumer crash that would skip records. A follower that is behind is no reason: the leader is read next. */
function neverSkip(): void {
  const { prototype } = load('kafkajs/src/consumer/consumerGroup.js') as {
    readonly prototype: ConsumerGroup;
  };
  const recover = prototype.recoverFromOffsetOutOfRange;
  prototype.recoverFromOffsetOutOfRange = function (error) {
    const { partition, topic } = error;
    if (this.topicConfigurations[topic]?.fromBeginning !== true) return recover.call(this, error);
    const followers = this.preferredReadReplicasPerTopicPartition[topic];
    if (followers?.[partition] === undefined) return Promise.reject(error);
    delete followers[partition];
    return Promise.resolve();
  };
}

/** Whether a consumer has crashed because the record that it would fetch next is gone. kafkajs wraps the error in others. */
export function isRecordGone(error: unknown): boolean {
  let reason = error;
  for (let depth = 0; reason instanceof Error && depth < depthMax; depth += 1) {
    if (reason.name === 'KafkaJSOffsetOutOfRange') return true;
    reason = reason.cause;
  }
  return false;
}

const depthMax = 5;

/** kafkajs accepts this object in place of its encoder when it adds the request header. */
function encoded(
  options: ProduceOptions,
): Promise<{ readonly buf: Buffer; readonly buffer: Buffer }> {
  const { producerId = -1, producerEpoch = 0 } = options;
  const buffer = encodeProduce({ ...options, producerId, producerEpoch }, Date.now());
  return Promise.resolve({ buf: buffer, buffer });
}
