export { startInternalServer } from './host/internal-server.js';
export type { InternalServer, InternalServerOptions } from './host/internal-server.js';
export { mountedText, pemTextsIn } from './host/mounted-files.js';
export { writePrivateFile } from './host/private-file.js';
export type {
  Address,
  OpenBus,
  ProcessBus,
  ProcessDefinition,
  ProcessHost,
  StartedApp,
} from './host/process/process-definition.js';
export { runProcess } from './host/process/run-process.js';
export { serviceProcess } from './host/process/service-process.js';
export { startProcess } from './host/process/start-process.js';
export type { ProcessOptions, RunningProcess } from './host/process/start-process.js';
export { supervise } from './host/process/supervise.js';
export { keyBytesOf, keyObjectOf, newKeyText } from './host/secrets/key-text.js';
export { makeKeySet, makeSecrets } from './host/secrets/new-secrets.js';
export { SecretsFolder } from './host/secrets/secrets-folder.js';
export type { KeySet } from './host/secrets/secrets-folder.js';
export { bankProfileOf } from './host/settings/bank-profile.js';
export type { ProfileSettings } from './host/settings/bank-profile.js';
export { databaseUrlOf } from './host/settings/database-url.js';
export { ProcessSettings, ServiceSettings } from './host/settings/process-settings.js';
export { readObject } from './host/settings/read-object.js';
export type { ReadObject } from './host/settings/read-object.js';
export { readSettings } from './host/settings/read-settings.js';
export type { Environment } from './host/settings/read-settings.js';
export {
  AddressList,
  AtLeast,
  Checked,
  Day,
  HttpAddress,
  ListensOn,
  ListOf,
  LogLevel,
  OneOf,
  Optional,
  Origin,
  Path,
  Port,
  PostgresAddress,
} from './host/settings/setting-kinds.js';
export { readTogether, SettingsFault } from './host/settings/settings-fault.js';
export { Stoppables } from './host/stoppables.js';
export { operationsPath } from './operations/operation-routes.js';
export { OperationsDoor } from './operations/operations-door.js';
export { CallerTokens } from './queries/http/caller-tokens.js';
export { HttpQueries } from './queries/http/http-queries.js';
export type { HttpQueriesOptions } from './queries/http/http-queries.js';
export type { AnsweringService } from './queries/http/query-routes.js';
export { TokenCheck, TokenRefused } from './queries/http/token-check.js';
export type { Caller, TokenKeys } from './queries/http/token-keys.js';
