import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pace } from '../../pace.js';

/** What a kafkajs consumer fetches with. */
interface Runner {
  readonly running: boolean;
  readonly consumerGroup: Member;
  /** Its fetchers of now, one for each broker. */
  readonly fetchManager: { getFetchers(): readonly Fetcher[] };
  fetch: (this: Runner, nodeId: NodeId) => Promise<unknown[]>;
}

type NodeId = string | number;

/** Fetches from one broker again and again until it is stopped. */
interface Fetcher {
  stop: () => Promise<void>;
}

interface Member {
  readonly subscriptionState: {
    assigned(): readonly Partitions[];
    paused(): readonly Partitions[];
  };
  readonly cluster: { readonly brokerPool: { readonly brokers: Readonly<Record<NodeId, Broker>> } };
  getNodeIds(): readonly NodeId[];
  /** Those of the partitions that a broker leads. */
  filterPartitionsByNode(node: NodeId, partitions: readonly Partitions[]): readonly Partitions[];
}

interface Partitions {
  readonly topic: string;
  readonly partitions: readonly number[];
}

interface Broker {
  /** The connection for requests of all kinds, and that for fetches. */
  readonly connectionPool: { readonly pool: readonly [Connection, Connection] };
}

interface Connection {
  readonly socket?: Socket;
  readonly requestQueue: { readonly inflight: ReadonlyMap<unknown, unknown> };
  rejectRequests(reason: Error): void;
  disconnect(): Promise<unknown>;
}

/** Lets fetches wait for as long as nothing arrives and nobody waits for their end: points 9 and 13 of `adapter.ts`. */
export function repairFetches(): void {
  const load = createRequire(import.meta.url);
  const runners = load('kafkajs/src/consumer/runner.js') as { readonly prototype: Runner };
  const members = load('kafkajs/src/consumer/consumerGroup.js') as { readonly prototype: Member };
  delayStoppedFetches(runners.prototype);
  endWithTheirFetchers(runners.prototype);
  waitAsLongAsIsRight(members.prototype);
}

/** Lets the fetchers of a member that has stopped wait before each answer, which has nothing. */
function delayStoppedFetches(prototype: Runner): void {
  const { fetch } = prototype;
  prototype.fetch = async function (nodeId) {
    if (!this.running) await delay(pace.consumer.stoppedDelayMs);
    return fetch.call(this, nodeId);
  };
}

/** The members whose fetchers are stopped and not made again. */
const ending = new WeakSet<Member>();
const followed = new WeakSet<Fetcher>();

/** Ends fetches when their fetchers are stopped: a member that stops or joins again does not wait for the brokers. */
function endWithTheirFetchers(prototype: Runner): void {
  const { fetch } = prototype;
  prototype.fetch = async function (nodeId) {
    const member = this.consumerGroup;
    const [first] = this.fetchManager.getFetchers();
    if (first !== undefined && !followed.has(first)) {
      ending.delete(member);
      followStop(first, member);
    }
    try {
      return await fetch.call(this, nodeId);
    } catch (error) {
      if (error === abandoned) return [];
      throw error;
    }
  };
}

/** kafkajs stops all fetchers of a member at once. */
function followStop(fetcher: Fetcher, member: Member): void {
  followed.add(fetcher);
  const { stop } = fetcher;
  fetcher.stop = () => {
    ending.add(member);
    const stopped = stop();
    abandonFetches(member);
    return stopped;
  };
}

const abandoned = new Error('the fetcher was stopped');

/** Gives the connections up on which brokers hold fetches: a broker would answer the next request after that. */
function abandonFetches({ cluster }: Member): void {
  for (const { connectionPool } of Object.values(cluster.brokerPool.brokers)) {
    const [, connection] = connectionPool.pool;
    if (connection.requestQueue.inflight.size > 0) abandon(connection);
  }
}

function abandon(connection: Connection): void {
  const { socket } = connection;
  // kafkajs would take the end of this socket for that of the next one.
  for (const event of ['end', 'error', 'timeout', 'data']) socket?.removeAllListeners(event);
  socket?.on('error', () => undefined);
  connection.rejectRequests(abandoned);
  void connection.disconnect();
  socket?.destroy();
}

/**
 * How long a fetch may wait is looked up when it begins to: not at all when its fetcher is stopped by then. It is short while
 * the end of another wait may matter: a fetch does not see that a partition is resumed, and without a partition it is no request.
 */
function waitAsLongAsIsRight(prototype: Member): void {
  const longest = new WeakMap<Member, number>();
  Object.defineProperty(prototype, 'maxWaitTime', {
    get(this: Member) {
      if (ending.has(this)) return 0;
      const waitMs = longest.get(this) ?? 0;
      return mayWait(this) ? waitMs : Math.min(waitMs, pace.consumer.shortFetchWaitMs);
    },
    set(this: Member, waitMs: number) {
      longest.set(this, waitMs);
    },
  });
}

/** Whether the member reads from each broker, and all that it has. */
function mayWait(member: Member): boolean {
  const { subscriptionState } = member;
  if (subscriptionState.paused().length > 0) return false;
  const assigned = subscriptionState.assigned();
  const isRead = (node: NodeId) =>
    member.filterPartitionsByNode(node, assigned).some(({ partitions }) => partitions.length > 0);
  return member.getNodeIds().every(isRead);
}
