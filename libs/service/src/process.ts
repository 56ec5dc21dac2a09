export { startInternalServer } from './host/internal-server.js';
export type { InternalServer, InternalServerOptions } from './host/internal-server.js';
export type {
  Address,
  OpenBus,
  ProcessBus,
  ProcessDefinition,
  ProcessHost,
  StartedApp,
} from './host/process/process-definition.js';
export { serviceProcess } from './host/process/process-definition.js';
export {
  callersOf,
  consoleCallersOf,
  consoleKeysOf,
  faultsOf,
} from './host/process/process-readings.js';
export { runMigrations } from './host/process/run-migrations.js';
export type { MigratedService } from './host/process/run-migrations.js';
export { restoreGroup, runEventRestore } from './host/process/restore-events.js';
export type { RestoredService } from './host/process/restore-events.js';
export { runProcess, runProcessIn, supervise } from './host/process/run-process.js';
export { startProcess, Stoppables } from './host/process/start-process.js';
export type { ProcessOptions, RunningProcess } from './host/process/start-process.js';
export { OperationsDoor } from './operations/operations.js';
export { OperatorPeople } from './operations/people/operator-person.js';
export { HttpQueries } from './queries/http/http-queries.js';
export type { HttpQueriesOptions } from './queries/http/http-queries.js';
export type { AnsweringService } from './queries/http/query-routes.js';
export {
  appBearerKeys,
  CallerTokens,
  TokenCheck,
  TokenRefusedError,
} from './queries/http/tokens.js';
export type { BearerKeys, Caller } from './queries/http/tokens.js';
export { fileStamp, MountedValue } from './host/trust/mounted-value.js';
export type {
  AnsweringSource,
  LookResult,
  MountedSource,
  Reading,
} from './host/trust/mounted-value.js';
export { Poll } from './host/trust/poll.js';
