import type { QueriedService, QueryType, ServiceQuery } from '@nordgate/contracts/queries';
import { attributeNames } from '@nordgate/telemetry';

/** The service that answers a query: its class says so. */
export function serviceOf(query: ServiceQuery<unknown>): QueriedService {
  return typeOf(query).service;
}

/** What a query travels under. */
export function nameOf(query: ServiceQuery<unknown>): string {
  return typeOf(query).name;
}

/** What a span tells of a query: never its fields, which name people. */
export function attributesOf(query: ServiceQuery<unknown>): Record<string, string> {
  return {
    [attributeNames.app]: serviceOf(query),
    [attributeNames.messageType]: nameOf(query),
  };
}

function typeOf(query: ServiceQuery<unknown>): Pick<QueryType, 'name' | 'service'> {
  return query.constructor as unknown as QueryType;
}
