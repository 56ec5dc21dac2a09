export { claimText, fold, isRefusal, nothing, refuse, unreachable } from './decider.js';
export type {
  Claim,
  Command,
  CommandMeta,
  Decide,
  Decision,
  DomainEvent,
  Facts,
  Fold,
  Refusal,
} from './decider.js';
export { decisionOn, isInternal, on, onAnyOf, onMany, refusalIn, rowOf } from './decider-table.js';
export type {
  AnyDeciderTable,
  CommandContract,
  CommandContracts,
  CommandOf,
  DeciderRow,
  DeciderTable,
  EarlierEvent,
  FoundStreams,
  ManyStreams,
  ManyStreamsRow,
  OneStreamRow,
  ReceiptOption,
  RowOptions,
  StreamDecision,
} from './decider-table.js';
export { defined } from './defined.js';
export type { Defined } from './defined.js';
export { commandFrom, noReaction, UntrustedEventError, worldTimeOf } from './reaction.js';
export type { Reaction, ReceivedEvent, RowUpsert, RowWrite } from './reaction.js';
export {
  beginningsOf,
  claimsOfAny,
  evolveAny,
  hasEndedAny,
  keptAny,
  streamType,
} from './stream-type.js';
export type { AnyStreamType, EventVersions, StreamType, Upcast } from './stream-type.js';
export { formsOf, upcast } from './upcast.js';
