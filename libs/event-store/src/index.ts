export { findParked, listParked, ParkedMessages } from './parked/parked.js';
export type { ParkedMessage, RetryHandling } from './parked/parked.js';
export { RebuildRunningError, UnprojectableEventError } from './projections/projection.js';
export type { Projection, RowChange } from './projections/projection.js';
export { projectionStatus, requestRebuild } from './projections/projection-register.js';
export type { ProjectionStatus } from './projections/projection-register.js';
export { runProjections } from './projections/run-projections.js';
export type { ProjectionsOptions } from './projections/run-projections.js';
export { rebuild } from './projections/rebuild.js';
export type { RebuildOptions, RebuildReport } from './projections/rebuild.js';
export { StaleReaderError } from './read/checkpoint.js';
export { follow } from './read/follow.js';
export type { FollowOptions } from './read/follow.js';
export { lead } from './read/leadership.js';
export type { LeadershipOptions } from './read/leadership.js';
export { openReader } from './read/snapshot-delta-reader.js';
export type { Page, Reader, ReaderOptions } from './read/snapshot-delta-reader.js';
export { upcastStored } from './read/stored-event.js';
export type { EventMeta, StoredEvent } from './read/stored-event.js';
export { Traffic } from './read/traffic.js';
export { openDatabase } from './sql/database.js';
export type { Database, DatabaseOptions } from './sql/database.js';
export { migrate } from './sql/migrate.js';
export type { MigrationClass } from './sql/migrate.js';
export { eventStoreMigrations } from './sql/migrations/event-store-migrations.js';
export { rebaseTransactions } from './sql/rebase-transactions.js';
export { restoredDatabase } from './sql/restored-database.js';
export type { RestoredDatabase } from './sql/restored-database.js';
export { AppendSignal } from './write/append-signal.js';
export type {
  AppendWrite,
  NewEvent,
  PendingRow,
  RefusedStream,
  StreamWrite,
} from './write/append-write.js';
export { Collector } from './write/collector.js';
export type { CollectorOptions } from './write/collector.js';
export { EventStore } from './write/event-store.js';
export { handleSlice } from './write/handle-slice.js';
export type { Slice } from './write/handle-slice.js';
export { InfrastructureError, isInfrastructureFault } from './write/infrastructure-error.js';
export type { LoadedSlice, LoadRequest, UnreadableStream } from './write/loaded-slice.js';
export { Root } from './write/root.js';
export type { StreamState } from './write/root.js';
export type { MessageSource, SliceItem, SliceResult } from './write/slice-item.js';
export type { Execute } from './write/slice-run.js';
export { UnitOfWork } from './write/unit-of-work.js';
