export { AppendSignal } from './append-signal.js';
export type {
  AppendWrite,
  NewEvent,
  PendingRow,
  RefusedStream,
  StreamWrite,
} from './append-write.js';
export { StaleReaderError } from './checkpoint.js';
export { Collector } from './collector.js';
export type { CollectorOptions } from './collector.js';
export { openDatabase } from './database.js';
export type { Database, DatabaseOptions } from './database.js';
export { fold, isRefusal, nothing, reject, unreachable } from './decider.js';
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
export { EventStore } from './event-store.js';
export { follow } from './follow.js';
export type { FollowOptions } from './follow.js';
export { lead } from './leadership.js';
export type { LeadershipOptions } from './leadership.js';
export { handleSlice } from './handle-slice.js';
export type { Slice } from './handle-slice.js';
export { InfrastructureError, isInfrastructureFault } from './infrastructure-error.js';
export type { LoadedSlice, LoadRequest, UnreadableStream } from './loaded-slice.js';
export { migrate } from './migrate.js';
export type { MigrationClass } from './migrate.js';
export { eventStoreMigrations } from './migrations/event-store-migrations.js';
export { ParkedMessages } from './parked.js';
export type { ParkedMessage, RetryHandling } from './parked.js';
export { rebaseTransactions } from './rebase-transactions.js';
export { rebuild } from './rebuild.js';
export type { RebuildOptions, RebuildReport } from './rebuild.js';
export { Root } from './root.js';
export type { StreamState } from './root.js';
export type { RowUpsert, RowWrite } from './row-upsert.js';
export type { MessageSource, SliceItem, SliceResult } from './slice-item.js';
export type { Execute } from './slice-run.js';
export { openReader } from './snapshot-delta-reader.js';
export type { Page, Reader, ReaderOptions } from './snapshot-delta-reader.js';
export type { EventMeta, StoredEvent } from './stored-event.js';
export { streamType } from './stream-type.js';
export type { AnyStreamType, EventVersions, StreamType, Upcast } from './stream-type.js';
export { Traffic } from './traffic.js';
export { UnitOfWork } from './unit-of-work.js';
export { upcast } from './upcast.js';
