import type {
  QueriedService,
  QueryType,
  ServiceQuery,
  AuthorisableKind,
} from '@nordgate/contracts/queries';
import {
  GetAuthorisation,
  GetAuthorisations,
  GetBasket,
  GetBatchRun,
  GetConsent,
  GetPayment,
} from '@nordgate/contracts/queries';
import { InfrastructureError } from '@nordgate/event-store';
import { attributeNames, correlationOf } from '@nordgate/telemetry';
import { streams } from '@nordgate/contracts/rules';

/** The queried service cannot answer now: 503 at the edge; a reaction is tried again. */
export class ServiceUnavailableError extends InfrastructureError {
  override readonly name = 'ServiceUnavailableError';
}

/** Queries another service. Answers come from its views, so they show its last commit. */
export interface QueryClient {
  /** Throws ServiceUnavailableError when the service does not answer. */
  ask<Answer>(query: ServiceQuery<Answer>): Promise<Answer>;
}

/** What one instance of a service answered, or why it gave no answer. */
export type InstanceAnswer<Answer> =
  | { readonly instance: string; readonly answer: Answer }
  | { readonly instance: string; readonly error: ServiceUnavailableError };

/** Queries every instance of a service whose instances know different things. */
export interface InstanceQueries {
  /** Resolves with an entry for each instance within a limited time. */
  askEach<Answer>(query: ServiceQuery<Answer>): Promise<readonly InstanceAnswer<Answer>[]>;
}

/** Answers the queries of one service, such as Nest's QueryBus. */
export interface QueryExecutor {
  execute<Asked extends ServiceQuery<unknown>, Answer>(query: Asked): Promise<Answer>;
}

/** The queries of a process: it sends queries, and its own services answer. */
export interface Queries extends QueryClient, InstanceQueries {
  /** Lets a service of this process answer queries. */
  register(service: QueriedService, bus: QueryExecutor): void;
}

/** The entry of one instance. Rejects with any error but ServiceUnavailableError. */
export async function instanceAnswer<Answer>(
  instance: string,
  asked: Promise<Answer>,
): Promise<InstanceAnswer<Answer>> {
  try {
    return { instance, answer: await asked };
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return { instance, error };
    throw error;
  }
}

/** The service that answers a query. */
export function serviceOf(query: ServiceQuery<unknown>): QueriedService {
  return typeOf(query).service;
}

/** The name of a query between processes: its class name. */
export function nameOf(query: ServiceQuery<unknown>): string {
  return typeOf(query).name;
}

/** The labels of a query in metrics: never its fields, because they identify people. */
export function labelsOf(query: ServiceQuery<unknown>): Record<string, string> {
  return {
    [attributeNames.app]: serviceOf(query),
    [attributeNames.messageType]: nameOf(query),
  };
}

/** The span attributes of a query: its labels, and the hash of its stream. */
export function attributesOf(query: ServiceQuery<unknown>): Record<string, string> {
  const stream = streamOf(query);
  if (stream === undefined) return labelsOf(query);
  return { ...labelsOf(query), [attributeNames.correlation]: correlationOf(stream) };
}

function typeOf(query: ServiceQuery<unknown>): Pick<QueryType, 'name' | 'service'> {
  return query.constructor as unknown as QueryType;
}

/** Of a resource: the stream that its authorisations are for. */
const streamOfResource: { readonly [Kind in AuthorisableKind]: (id: string) => string } = {
  payment: streams.payment.id,
  cancellation: streams.payment.id,
  basket: streams.basket.id,
  // A consent has the id of its first authorisation.
  access: streams.authorisation.id,
};

/**
 * The stream that a query reads; undefined for a query about several streams or none. A caller asks for a stream
 * before its command is decided, too: whether the stream exists does not matter.
 */
export function streamOf(query: ServiceQuery<unknown>): string | undefined {
  if (query instanceof GetPayment) return streams.payment.id(query.paymentId);
  if (query instanceof GetBasket) return streams.basket.id(query.basketId);
  if (query instanceof GetAuthorisation) return streams.authorisation.id(query.authorisationId);
  if (query instanceof GetAuthorisations) return streamOfResource[query.kind](query.resourceId);
  if (query instanceof GetConsent) return streamOfResource.access(query.consentId);
  if (query instanceof GetBatchRun) return streams.batchRun.id(query.runId);
  return undefined;
}
