export { ApprovalCheck, checkingApprovals } from './approvals/approval-check.js';
export type { ApprovalTrust } from './approvals/approval-check.js';
export { keepWorlds, oneWorld, sandboxName, WORLDS } from './worlds/world-leases.js';
export type { PlaceInTime, WorldBeginning, Worlds } from './worlds/world-leases.js';
export { movedClocks, realClocks, WORLD_CLOCKS, worldNow } from './worlds/world-clocks.js';
export type { WorldClocks } from './worlds/world-clocks.js';
export {
  followingWorldTime,
  WORLD_DEADLINES,
  followingEndedWorlds,
} from './worlds/world-time.consumer.js';
export type { WorldDeadlines } from './worlds/world-time.consumer.js';
export { isOfEnded } from './worlds/delete-worlds.work.js';
export type { WorldTable } from './worlds/delete-worlds.work.js';
export { EndedGeneration1795000000002 } from './worlds/ended-generation.migration.js';
export { WorldTime1795000000001 } from './worlds/world-time.migration.js';
export { nestLog, RethrowFilter } from './host/nest-runtime.js';
export { carriedCategories, carryAll, startCarrying } from './host/carry-forward.work.js';
export type { CarriedCategory, CarriedCount, CarryingOptions } from './host/carry-forward.work.js';
export { startLeadingWork } from './host/leading-work.js';
export type { LeadingWork, RunningWork } from './host/leading-work.js';
export { sweep } from './host/sweep.js';
export type { Sweep } from './host/sweep.js';
export { BUS, DATABASE, LOG, QUERIES } from './host/platform.js';
export type { Platform } from './host/platform.js';
export {
  closeWithDatabase,
  openForQueries,
  operateOn,
  prepareService,
  runService,
} from './host/service.js';
export type {
  OperableService,
  PreparedService,
  RunningService,
  ServiceDefinition,
  StartWork,
} from './host/service.js';
export { OutsidePeer, OutsideServiceError } from './host/outside/outside-peer.js';
export type { OutsideService } from './host/outside/outside-peer.js';
export { MaintenanceWatch } from './maintenance/maintenance-watch.js';
export type { Maintenance } from './maintenance/maintenance-watch.js';
export type { OperationOrigin } from './operations/audit/operation-permit.js';
export { operationStream } from './operations/audit/operation-stream.js';
export { OperationError } from './operations/operation-errors.js';
export type { CarryOut, OpenOperations, Operate, OperateFor } from './operations/operations.js';
export { accountKey } from './operations/subject/subject-keys.js';
export type { SubjectKey } from './operations/subject/subject-keys.js';
export { everyStream, everyTable } from './operations/subject/subject-rules.js';
export type { SubjectRules, UnshownData } from './operations/subject/subject-rules.js';
export { InProcessQueries } from './queries/in-process-queries.js';
export { ServiceUnavailableError } from './queries/query-client.js';
export type {
  InstanceAnswer,
  InstanceQueries,
  Queries,
  QueryClient,
  QueryExecutor,
} from './queries/query-client.js';
export { streamsOfTpp, worldEvents } from './queries/world-streams.js';
export type { TppStream, WorldEventRow, WorldStretch } from './queries/world-streams.js';
export { startUpkeep } from './host/upkeep.work.js';
