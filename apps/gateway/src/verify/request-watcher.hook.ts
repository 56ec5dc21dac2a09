import type { Queries } from '@nordgate/service';
import type { FastifyInstance } from 'fastify';
import type { TppTrust } from '../trust/tpp-trust.source.js';
import type { TrustReadings } from '../trust/trust-keeper.js';
import type { FailureWatcher } from '../reply/request-error.filter.js';

/** Sees every request and its answer. A sandbox with a console has one; production has none. */
export interface RequestWatcher extends FailureWatcher {
  /** Answers the queries about what it saw, and about TPPs by the trust of requests and the mounted files. */
  answer(queries: Pick<Queries, 'register'>, trust: TppTrust, readings: TrustReadings): void;
  /** Reads each answer of a TPP before it is coded. */
  readAnswers(fastify: FastifyInstance): void;
  /** Keeps each request after its answer. */
  follow(fastify: FastifyInstance, trust: TppTrust): void;
}
