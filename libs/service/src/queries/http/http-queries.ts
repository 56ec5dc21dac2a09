import type { QueriedService, ServiceQuery } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { inSpan, spanNames } from '@nordgate/telemetry';
import type { TraceHeaders } from '@nordgate/telemetry';
import { InProcessQueries } from '../in-process-queries.js';
import { attributesOf, serviceOf } from '../query-client.js';
import type { InstanceAnswer, Queries, QueryExecutor } from '../query-client.js';
import { InstancePeers } from './instance-peers.js';
import { QueryPeer } from './query-peer.js';
import type { SigningKey } from '../../host/secrets/key-pairs.js';
import type { Current } from '../../host/secrets/secret-watch.js';
import { CallerTokens } from './tokens.js';
import type { Caller } from './tokens.js';

export interface HttpQueriesOptions {
  /** The app of this process. */
  readonly caller: Caller;
  /** The key that signs the tokens of this process. */
  readonly key: SigningKey;
  /** The internal addresses of the services that this process queries. */
  readonly addresses: Readonly<Partial<Record<QueriedService, string>>>;
  /** The internal addresses of the services whose instances it queries one by one. */
  readonly instances?: Readonly<Partial<Record<QueriedService, readonly string[]>>>;
  /** PEM of the authorities of their certificates. Default: those that Node knows. */
  readonly ca?: Current<string>;
  /** Limit of one query from end to end. Default 2 s, the deadline of a request of a TPP. */
  readonly timeoutMs?: number;
}

/** Queries services of other processes over HTTP inside the cluster, and the own service directly. */
export class HttpQueries implements Queries {
  private readonly own = new InProcessQueries();
  private readonly peers: ReadonlyMap<QueriedService, QueryPeer>;
  private readonly instances: ReadonlyMap<QueriedService, InstancePeers>;

  constructor(options: HttpQueriesOptions) {
    const tokens = new CallerTokens(options);
    const timeoutMs = options.timeoutMs ?? timeoutMsDefault;
    const common = { tokens, timeoutMs, ...defined({ ca: options.ca }) };
    const addresses = Object.entries(options.addresses) as [QueriedService, string][];
    this.peers = new Map(
      addresses.map(([service, address]) => [
        service,
        new QueryPeer({ service, address, ...common }),
      ]),
    );
    const instances = Object.entries(options.instances ?? {}) as [QueriedService, string[]][];
    this.instances = new Map(
      instances.map(([service, of]) => [
        service,
        new InstancePeers({ service, addresses: of, ...common }),
      ]),
    );
  }

  register(service: QueriedService, bus: QueryExecutor): void {
    this.own.register(service, bus);
  }

  ask<Answer>(query: ServiceQuery<Answer>): Promise<Answer> {
    const service = serviceOf(query);
    const peer = this.peers.get(service);
    if (peer === undefined || this.own.has(service)) return this.own.ask(query);
    const options = { kind: 'client', attributes: () => attributesOf(query) } as const;
    return inSpan(spanNames.readView, options, () => peer.ask(query));
  }

  askEach<Answer>(query: ServiceQuery<Answer>): Promise<readonly InstanceAnswer<Answer>[]> {
    const service = serviceOf(query);
    const peers = this.instances.get(service);
    if (peers === undefined || this.own.has(service)) return this.own.askEach(query);
    const options = { kind: 'client', attributes: () => attributesOf(query) } as const;
    return inSpan(spanNames.readView, options, () => peers.askEach(query));
  }

  /** Answers a query of another process from a service of this one. */
  answer<Answer>(query: ServiceQuery<Answer>, from: TraceHeaders): Promise<Answer> {
    return this.own.answer(query, from);
  }

  /** Finishes queries in flight, then closes the connections. */
  async close(): Promise<void> {
    await Promise.all([...this.peers.values()].map((peer) => peer.close()));
  }
}

const timeoutMsDefault = 2000;
