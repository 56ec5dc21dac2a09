// A query stands in one place, the file of its subject; a list here would name each one again.
export * from './accounts/account-queries.js';
export * from './accounts/ledger-queries.js';
export * from './authorisations/access-queries.js';
export * from './authorisations/sca-queries.js';
export * from './baskets/basket-queries.js';
export * from './execution/batch-queries.js';
export * from './operations/maintenance-queries.js';
export * from './payments/payment-queries.js';
export * from './sandbox/console-queries.js';
export * from './sandbox/channel-queries.js';
export * from './sandbox/sandbox-queries.js';
export * from './sandbox/world-queries.js';
export * from './tpps/tpp-queries.js';
export { queryFromJson } from './base/message/query-from-json.js';
export type { ReadQuery } from './base/message/query-from-json.js';
export { ServiceQuery } from './base/message/query.js';
export type { EventSourcedService, QueriedService, QueryType } from './base/message/query.js';
export { queryTypeOf, queryTypes } from './services/query-types.js';
