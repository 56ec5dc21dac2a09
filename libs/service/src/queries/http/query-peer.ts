import type { QueriedService, ServiceQuery } from '@nordgate/contracts/queries';
import { Collector } from '@nordgate/event-store';
import { currentTrace } from '@nordgate/telemetry';
import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import { ServiceUnavailable } from '../query-client.js';
import { nameOf } from '../query-type.js';
import type { CallerTokens } from './caller-tokens.js';
import { queriesPath } from './asked.js';
import type { Asked, Outcome } from './asked.js';
import { wholeAnswer } from './whole-answer.js';
import type { WholeAnswer } from './whole-answer.js';

export interface QueryPeerOptions {
  readonly service: QueriedService;
  /** Base address of its internal server: an origin. */
  readonly address: string;
  readonly tokens: CallerTokens;
  /** Limit of one question from end to end: queue, connection, answer. */
  readonly timeoutMs: number;
}

/** A service of another process, asked over HTTP on connections that are kept open. */
export class QueryPeer {
  private readonly pool: Pool;
  private readonly together = new Collector<Asked, Outcome>((asked) => this.postAll(asked), {
    inFlightMax: requestsMax,
  });

  constructor(private readonly options: QueryPeerOptions) {
    const { address, timeoutMs } = options;
    this.pool = new Pool(address, {
      connections: connectionsMax,
      // One question at a time on a connection: none waits behind another one's slow answer.
      pipelining: 1,
      allowH2: false,
      // A kept connection stays with its replica: without an end, new replicas would get no work.
      clientTtl: connectionAgeMsMax,
      connectTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: answerBytesMax,
    });
  }

  /** Throws ServiceUnavailable whenever there is no answer that can be read. */
  async ask<Answer>(query: ServiceQuery<Answer>): Promise<Answer> {
    const { service } = this.options;
    try {
      const asked = { name: nameOf(query), query, trace: currentTrace() };
      const outcome = await this.together.ask(asked);
      if (outcome.status !== 200) throw new Error(`status ${String(outcome.status)}`);
      return outcome.answer as Answer;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ServiceUnavailable(`${service} gave no answer: ${reason}`, { cause });
    }
  }

  /** Lets questions in flight end. */
  close(): Promise<void> {
    return this.pool.close();
  }

  /** The questions of one turn in one request; each has an outcome of its own. */
  private async postAll(asked: readonly Asked[]): Promise<readonly Outcome[]> {
    const { statusCode, body } = await this.post(JSON.stringify(asked));
    if (statusCode === 200) return JSON.parse(body.toString()) as readonly Outcome[];
    return asked.map(() => ({ status: statusCode }));
  }

  private async post(body: string): Promise<WholeAnswer> {
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
      return await wholeAnswer(this.pool, request, timeoutMs);
    } catch (error) {
      if (!isStaleConnection(error)) throw error;
      // The service closed the kept connection just as it was used. A query changes nothing.
      return wholeAnswer(this.pool, request, Math.max(untilMs - performance.now(), 1));
    }
  }
}

/** The other side closed the connection instead of answering. Not even a status has come. */
function isStaleConnection(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

/** What comes while so many are on their way makes the next one. */
const requestsMax = 8;
const connectionsMax = 64;
const connectionAgeMsMax = 60_000;
const answerBytesMax = 16 * 1024 * 1024;
