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
export { writePrivateFile } from './host/secrets/private-file.js';
export { privateKeyIn } from './host/secrets/key-pairs.js';
export type { PublicKeys, SigningKey } from './host/secrets/key-pairs.js';
export { keySetIn } from './host/secrets/key-set-text.js';
export type { StoredKeySet } from './host/secrets/key-set-text.js';
export { watchAuthorities, watchCertificate } from './host/secrets/watched-files.js';
export { SecretWatch } from './host/secrets/secret-watch.js';
export type { Current } from './host/secrets/secret-watch.js';
export { liveKeySet, SecretsFolder } from './host/secrets/secrets-folder.js';
export { kafkaSettingsOf, watchDatabaseUrl } from './host/settings/connection-settings.js';
export {
  bankProfileOf,
  mountedProfile,
  databaseUrlOf,
  mountedText,
  pemTextsIn,
} from './host/settings/mounted-settings.js';
export type { ProfileSettings } from './host/settings/mounted-settings.js';
export {
  ApprovalSettings,
  KafkaConnectionSettings,
  ProcessSettings,
  ServiceSettings,
  UNSEALED_DAYS_MAX,
} from './host/settings/process-settings.js';
export {
  readObject,
  readSettings,
  namedBy,
  readTogether,
  SettingsError,
} from './host/settings/read-settings.js';
export type { ReadObject, Environment } from './host/settings/read-settings.js';
export {
  AddressList,
  AtLeast,
  AtMost,
  Checked,
  Day,
  HttpAddress,
  ListensOn,
  ListOf,
  LogLevel,
  MomentWithin,
  OneOf,
  Optional,
  HostName,
  Origin,
  OriginList,
  Path,
  Port,
  PostgresAddress,
  SmtpAddress,
} from './host/settings/setting-kinds.js';
export { operationsPath } from './operations/operation-routes.js';
export { readOperationsFile, writeOperationsFile } from './operations/operations-file.js';
export type { OperationsFile } from './operations/operations-file.js';
export { OperationsDoor } from './operations/operations.js';
export { OperatorPeople } from './operations/people/operator-person.js';
export { operatorTrustIn, personFiles } from './operations/people/operator-trust.js';
export { certificateProof, personHeader } from './operations/people/person-proofs.js';
export type { PersonCertificate } from './operations/people/person-proofs.js';
export { OperatorTokens } from './operations/tokens/operator-tokens.js';
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
export { openRegister, openRegisterFile, withTppTrust } from './host/trust/open-register.js';
export type { RegisterSettings, TppTrustVariables } from './host/trust/open-register.js';
export { OcspStatuses, ocspStatusesOf } from './host/trust/ocsp-statuses.js';
export type { OcspOptions, OcspStatus } from './host/trust/ocsp-statuses.js';
export type { OcspResponder } from './host/trust/ocsp-responders.js';
export { Poll } from './host/trust/poll.js';
export { openRegisterService } from './host/trust/register-service.js';
export type { RegisterServiceOptions } from './host/trust/register-service.js';
export { registerFile } from './host/trust/tpp-register.js';
export type { TppRegister } from './host/trust/tpp-register.js';
export { openRevocations, trustFolder } from './host/trust/trust-folder.js';
export type { Revocations, TppAuthorities, TrustFolderOptions } from './host/trust/trust-folder.js';
