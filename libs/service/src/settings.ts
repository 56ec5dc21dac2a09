// Settings, mounted files and proofs of who asks: for a command that starts no service, so nothing here loads Nest or a database driver.
export { writePrivateFile } from './host/secrets/private-file.js';
export { privateKeyIn } from './host/secrets/key-pairs.js';
export type { PublicKeys, SigningKey } from './host/secrets/key-pairs.js';
export { keySetIn } from './host/secrets/key-set-text.js';
export type { StoredKeySet } from './host/secrets/key-set-text.js';
export { watchAuthorities, watchCertificate, watchFiles } from './host/secrets/watched-files.js';
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
  LogLevel,
  MomentWithin,
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
export { operationsPath } from './operations/operations-file.js';
export { readOperationsFile, writeOperationsFile } from './operations/operations-file.js';
export type { OperationsFile } from './operations/operations-file.js';
export { operatorTrustIn, personFiles } from './operations/people/operator-trust.js';
export { certificateProof, personHeader } from './operations/people/person-proofs.js';
export type { PersonCertificate } from './operations/people/person-proofs.js';
export { OperatorTokens } from './operations/tokens/operator-tokens.js';
