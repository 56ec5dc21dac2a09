import type { Queries } from '@nordgate/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TppTrust } from '../trust/tpp-trust.js';
import type { TrustReadings } from '../trust/trust-keeper.js';
import type { RequestError } from './request-error.js';

/** Sees every request and its answer. A sandbox with a console has one; production has none. */
export interface RequestWatcher {
  /** Answers the queries about what it saw, and about TPPs by the trust of requests and the mounted files. */
  answer(queries: Pick<Queries, 'register'>, trust: TppTrust, readings: TrustReadings): void;
  /** Notes the error that a request ends with. */
  failed(request: FastifyRequest, error: RequestError): void;
  /** Reads each answer of a TPP before it is coded. */
  readAnswers(fastify: FastifyInstance): void;
  /** Keeps each request after its answer. */
  follow(fastify: FastifyInstance, trust: TppTrust): void;
}

/** Injection token of a {@link RequestWatcher}. */
export const REQUEST_WATCHER = 'gateway.request-watcher';
