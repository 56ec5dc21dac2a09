export { exportEvents, exportReader, lackingParts } from './export/export-events.js';
export type { ExportCount, ExportOptions } from './export/export-events.js';
export { DamagedPartError } from './export/export-part.js';
export type { LeftOut } from './export/export-part.js';
export { FolderStore } from './export/folder-store.js';
export { ObjectMissingError } from './export/object-store.js';
export type { ObjectStore } from './export/object-store.js';
export { ExportListing, readExport, readParts } from './export/read-export.js';
export type { ExportFault } from './export/read-export.js';
export { isRewritten, rewriteExport } from './export/rewrite-export.js';
export type { RewriteCount, RewriteOptions, RewriteStep } from './export/rewrite-export.js';
export {
  countParked,
  findParked,
  listParked,
  nextParked,
  parkedDepths,
  ParkedMessages,
} from './parked/parked.js';
export type {
  ParkedMessage,
  ParkedSelection,
  RetryHandling,
  TriedMessage,
} from './parked/parked.js';
export { RebuildRunningError, UnprojectableEventError } from './projections/projection.js';
export type { Projection, RowChange } from './projections/projection.js';
export {
  isFollowed,
  projectionFaults,
  projectionStatus,
  requestRebuild,
} from './projections/projection-register.js';
export type { ProjectionStatus } from './projections/projection-register.js';
export { runProjections } from './projections/run-projections.js';
export type { ProjectionsOptions } from './projections/run-projections.js';
export { ViewProgress, viewProgress } from './projections/rebuild-progress.js';
export type { RebuildProgress } from './projections/rebuild-progress.js';
export { rebuild } from './projections/rebuild.js';
export type { RebuildOptions, RebuildReport } from './projections/rebuild.js';
export { AdaptivePoll } from './read/adaptive-poll.js';
export { StaleReaderError } from './read/checkpoint.js';
export { follow } from './read/follow.js';
export type { FollowOptions } from './read/follow.js';
export { lead } from './read/leadership.js';
export type { LeadershipOptions } from './read/leadership.js';
export { originTraces } from './read/origin-traces.js';
export type { StoredTrace } from './read/origin-traces.js';
export { noteTableEnd, readerLag } from './read/reader-lag.js';
export type { LaggingReader, ReaderLag } from './read/reader-lag.js';
export { databaseBytes, tracedEvents, tracedEventsMax } from './read/traced-events.js';
export type { TracedRow } from './read/traced-events.js';
export { openReader } from './read/snapshot-delta-reader.js';
export type { Page, Reader, ReaderOptions } from './read/snapshot-delta-reader.js';
export { EventImport } from './restore/event-import.js';
export type { ImportReport, RestoredRows } from './restore/event-import.js';
export type { PublishedEvent } from './restore/published-event.js';
export type { DeleteWith } from './retention/delete-streams.js';
export { deleteGenerations } from './retention/delete-generations.js';
export type { GenerationDeletion, GenerationTable } from './retention/delete-generations.js';
export { carriedPage, carryDays } from './retention/carried-streams.js';
export type { CarriedStream, CarryDays } from './retention/carried-streams.js';
export { dropHistories } from './retention/drop-histories.js';
export type { DroppingPlace, HistoryCut, OldHistory } from './retention/drop-histories.js';
export { forgetHistories, forgetAll } from './retention/forget-histories.js';
export type { ForgettingPlace } from './retention/forget-histories.js';
export { countEnded, deleteEnded, deletionPlaceOf, retentionsOf } from './retention/retain.js';
export type { RetentionCount, RetentionOptions } from './retention/retain.js';
export type { AppendSignal } from './sql/append-signal.js';
export { buildIndex } from './sql/migrate.js';
export { openDatabase, pingDatabase } from './sql/database.js';
export type { Database, DatabaseOptions } from './sql/database.js';
export { migrateDatabase } from './sql/migrations.js';
export type { MigrationClass, MigrationWait, WaitReason } from './sql/migrate.js';
export { archivablesOf, archiveEnded } from './archive/archive-ended.js';
export type { ArchiveCount, ArchiveOptions } from './archive/archive-ended.js';
export { DamagedArchiveError } from './archive/archive-file.js';
export { deleteArchived } from './archive/delete-archived.js';
export { archivedCounts, archiveFor, EventArchive, fileBehind } from './archive/event-archive.js';
export type { NotedFile } from './archive/event-archive.js';
export { copyFacts, newestEventAt } from './restore/copy-facts.js';
export type { CopyFacts, ReadLimit } from './restore/copy-facts.js';
export { rebaseTransactions, replayReaders } from './sql/restore.js';
export { restoredDatabase } from './sql/restored-database.js';
export type { RestoredDatabase } from './sql/restored-database.js';
export {
  appendFailureOf,
  InfrastructureError,
  isInfrastructureFailure,
} from './sql/store-errors.js';
export { Collector } from './write/collector.js';
export type { CollectorOptions } from './write/collector.js';
export { eventBytesMax, EventTooLargeError } from './write/event-size.js';
export { EventStore } from './write/event-store.js';
export { handleSlice } from './write/handle-slice.js';
export { Root } from './write/root.js';
export type { StreamState } from './write/root.js';
export type { Execute, MessageSource, Slice, SliceItem, SliceResult } from './write/slice.js';
export { stateAfter, upcastStored } from './write/stored-event.js';
export type { EventMeta, StoredEvent } from './write/stored-event.js';
export { UnitOfWork } from './write/unit-of-work.js';
