import { Pool } from 'undici';
import { InfrastructureError } from '@nordgate/event-store';
import { attributeNames, currentTrace, instrumentsOf } from '@nordgate/telemetry';
import { isStaleConnection, liveConnector } from '../../queries/http/live-connector.js';
import { wholeResponse } from '../../queries/http/whole-response.js';
import type { WholeResponse } from '../../queries/http/whole-response.js';
import type { Current } from '../secrets/secret-watch.js';
import type { CertificateAndKey } from '../secrets/watched-files.js';
import { Circuit } from './circuit.js';

/** A service of the bank that is none of these apps: where it is, and how it knows us. */
export interface OutsideService {
  /** Its address without a path. */
  readonly origin: string;
  /** Ahead of each path; empty for none. */
  readonly base: string;
  /** A bearer token. */
  readonly token?: Current<string> | undefined;
  /** PEM of the authorities of its certificate. Default: those that Node knows. */
  readonly ca?: Current<string> | undefined;
  readonly client?: Current<CertificateAndKey> | undefined;
}

/** The service gave no answer that can be used now: 503 at the edge. */
export class OutsideServiceError extends InfrastructureError {
  override readonly name = 'OutsideServiceError';
}

/** How a request ended, for the metric. */
export type OutsideOutcome = 'ok' | 'unanswered' | 'unusable' | 'held-back';

const requestsMax = 64;
/** So many connections are open at most, so a slow service does not get more requests the slower it is. */
const connectionsMax = 32;
/** A kept connection stays with one replica of the service: without a limit a new replica would get no requests. */
const connectionAgeMsMax = 60_000;
const answerBytesMax = 4 * 1024 * 1024;
const circuitLimits = { failuresMax: 5, openMs: 1000 };

/**
 * Asks a service by GET, on connections that are kept open. An answer has a limit of time from end to end and of size, and no
 * redirect is followed. A service that fails each request is left alone for a while, and a request above the number that may
 * wait is refused at once.
 */
export class OutsidePeer {
  private readonly pool: Pool;
  private readonly circuit = new Circuit(circuitLimits);
  private inFlight = 0;

  constructor(
    private readonly service: OutsideService,
    private readonly limitMs: number,
  ) {
    const { origin, ca, client } = service;
    this.pool = new Pool(origin, {
      connections: connectionsMax,
      pipelining: 1,
      clientTtl: connectionAgeMsMax,
      connect: liveConnector({ timeoutMs: limitMs, ca, client }),
      headersTimeout: limitMs,
      bodyTimeout: limitMs,
      maxResponseSize: answerBytesMax,
    });
  }

  /** When a read that begins now has to be over, by `performance.now`. */
  deadline(): number {
    return performance.now() + this.limitMs;
  }

  /**
   * The answer that `read` makes of status and body.
   *
   * @param read returns a fault for an answer that cannot be used; the fault must repeat nothing of it
   * @throws OutsideServiceError without an answer that can be used before `deadlineMs`
   */
  async get<Answer>(
    path: string,
    deadlineMs: number,
    read: (response: WholeResponse) => { readonly answer: Answer } | { readonly fault: string },
  ): Promise<Answer> {
    const startedMs = performance.now();
    let outcome: OutsideOutcome = 'held-back';
    try {
      if (this.inFlight >= requestsMax) throw new OutsideServiceError('too many requests wait');
      if (!this.circuit.lets(startedMs)) throw new OutsideServiceError('the last requests failed');
      outcome = 'unanswered';
      const response = await this.sent(path, deadlineMs);
      outcome = 'unusable';
      const found = read(response);
      if ('fault' in found) throw new OutsideServiceError(found.fault);
      outcome = 'ok';
      return found.answer;
    } finally {
      const seconds = (performance.now() - startedMs) / 1000;
      instrumentsOf().coreReadSeconds.record(seconds, { [attributeNames.outcome]: outcome });
    }
  }

  /** Finishes requests in flight. */
  close(): Promise<void> {
    return this.pool.close();
  }

  private async sent(path: string, deadlineMs: number): Promise<WholeResponse> {
    this.inFlight += 1;
    let isAnswered = false;
    try {
      const response = await this.twiceAtMost(path, deadlineMs);
      isAnswered = response.statusCode < serverErrors;
      if (isAnswered) return response;
      throw new OutsideServiceError(`status ${String(response.statusCode)}`);
    } catch (error) {
      if (error instanceof OutsideServiceError) throw error;
      throw new OutsideServiceError(`no answer: ${reasonOf(error)}`);
    } finally {
      this.inFlight -= 1;
      this.circuit.note(isAnswered, performance.now());
    }
  }

  /** The service may have closed a kept connection when it was used. A read may be sent twice. */
  private async twiceAtMost(path: string, deadlineMs: number): Promise<WholeResponse> {
    try {
      return await this.once(path, deadlineMs);
    } catch (error) {
      if (!isStaleConnection(error)) throw error;
      return this.once(path, deadlineMs);
    }
  }

  private once(path: string, deadlineMs: number): Promise<WholeResponse> {
    const { base, token } = this.service;
    const { traceparent } = currentTrace();
    const headers = {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token.value}` }),
      ...(traceparent !== undefined && { traceparent }),
    };
    const leftMs = Math.max(Math.ceil(deadlineMs - performance.now()), 1);
    return wholeResponse(this.pool, { method: 'GET', path: `${base}${path}`, headers }, leftMs);
  }
}

const serverErrors = 500;

/** The code of an error of the connection, or our own words. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
