import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import type { QueriedService, ServiceQuery } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { Collector } from '@nordgate/event-store';
import { currentTrace } from '@nordgate/telemetry';
import { isStaleConnection, liveConnector } from './live-connector.js';
import { nameOf, ServiceUnavailableError } from '../query-client.js';
import { queriesPath } from './query-routes.js';
import type { QueryMessage, QueryOutcome } from './query-routes.js';
import type { Current } from '../../host/secrets/secret-watch.js';
import type { CallerTokens } from './tokens.js';
import { wholeResponse } from './whole-response.js';
import type { WholeResponse } from './whole-response.js';

export interface QueryPeerOptions {
  readonly service: QueriedService;
  /** The address of its internal server, without a path. */
  readonly address: string;
  readonly tokens: CallerTokens;
  /** The IP address to connect to. Default: those of the name in `address`. */
  readonly ip?: string;
  /** PEM of the authorities that its certificate is checked with. Default: those that Node knows. */
  readonly ca?: Current<string>;
  /** Limit of one query from end to end: queue, connection, response. */
  readonly timeoutMs: number;
}

/** Queries one service of another process over HTTP, on connections that are kept open. */
export class QueryPeer {
  private readonly pool: Pool;
  private readonly collected = new Collector<QueryMessage, QueryOutcome>(
    (messages) => this.postAll(messages),
    {
      inFlightMax: requestsMax,
    },
  );

  constructor(private readonly options: QueryPeerOptions) {
    const { address, timeoutMs, ca, ip } = options;
    this.pool = new Pool(address, {
      connections: connectionsMax,
      // One request at a time per connection, so that no query waits behind a slow one.
      pipelining: 1,
      // A kept connection stays with one replica: without a limit new replicas would get no queries.
      clientTtl: connectionAgeMsMax,
      connect: liveConnector({
        timeoutMs,
        ...defined({ ca, lookup: ip === undefined ? undefined : alwaysTo(ip) }),
      }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: answerBytesMax,
    });
  }

  /** Throws ServiceUnavailableError whenever there is no readable answer. */
  async ask<Answer>(query: ServiceQuery<Answer>): Promise<Answer> {
    const { service } = this.options;
    try {
      const message = { name: nameOf(query), query, trace: currentTrace() };
      const outcome = await this.collected.ask(message);
      if (outcome.status !== 200) throw new Error(`status ${String(outcome.status)}`);
      return outcome.answer as Answer;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ServiceUnavailableError(`${service} gave no answer: ${reason}`, { cause });
    }
  }

  /** Finishes queries in flight. */
  close(): Promise<void> {
    return this.pool.close();
  }

  /** Sends the queries of one event-loop turn in one request. Each has its own outcome. */
  private async postAll(messages: readonly QueryMessage[]): Promise<readonly QueryOutcome[]> {
    const { statusCode, body } = await this.post(JSON.stringify(messages));
    if (statusCode === 200) return JSON.parse(body.toString()) as readonly QueryOutcome[];
    return messages.map(() => ({ status: statusCode }));
  }

  private async post(body: string): Promise<WholeResponse> {
    const { service, timeoutMs, tokens } = this.options;
    const request: Dispatcher.DispatchOptions = {
      method: 'POST',
      path: queriesPath,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await tokens.tokenFor(service)}`,
      },
      body,
    };
    const untilMs = performance.now() + timeoutMs;
    try {
      return await wholeResponse(this.pool, request, timeoutMs);
    } catch (error) {
      if (!isStaleConnection(error)) throw error;
      // The service closed the kept connection when it was used. A query may be sent twice.
      return wholeResponse(this.pool, request, Math.max(untilMs - performance.now(), 1));
    }
  }
}

/** Resolves every name to this IP address. The certificate is still checked for the name. */
function alwaysTo(ip: string): LookupFunction {
  const family = isIP(ip);
  return (_name, { all }, done) =>
    all === true ? done(null, [{ address: ip, family }]) : done(null, ip, family);
}

/** With so many requests in flight, further queries are collected for the next one. */
const requestsMax = 8;
const connectionsMax = 64;
const connectionAgeMsMax = 60_000;
const answerBytesMax = 16 * 1024 * 1024;
