import { operationTermsOf } from '@nordgate/contracts/profile';
import { defined } from '@nordgate/decider';
import type { ObjectStore } from '@nordgate/event-store';
import type { KafkaSettings } from '@nordgate/messaging/kafka';
import { tlsFilesOf } from '../../edge/mounted-tls.js';
import type { TlsFiles } from '../../edge/mounted-tls.js';
import { OperatorPeople } from '../../operations/people/operator-person.js';
import { operatorTrustIn } from '../../operations/people/operator-trust.js';
import { appBearerKeys } from '../../queries/http/tokens.js';
import type { BearerKeys, Caller } from '../../queries/http/tokens.js';
import { objectStoreOf } from '../export/export-store.js';
import type { PublicKeys, SigningKey } from '../secrets/key-pairs.js';
import { SecretWatch } from '../secrets/secret-watch.js';
import type { Current } from '../secrets/secret-watch.js';
import { SecretsFolder } from '../secrets/secrets-folder.js';
import { watchAuthorities } from '../secrets/watched-files.js';
import { internalCaOf, kafkaSettingsOf } from '../settings/connection-settings.js';
import { bankProfileOf } from '../settings/mounted-settings.js';
import type { ProcessSettings } from '../settings/process-settings.js';
import { readSettings, readTogether, SettingsError } from '../settings/read-settings.js';
import type { Environment } from '../settings/read-settings.js';
import type { OwnFiles, ProcessDefinition } from './process-definition.js';

/** Settings and mounted files, which are read before anything is opened. */
export interface Readings<Settings, Own> {
  readonly settings: Settings;
  /** Reads the secrets again. */
  readonly watch: SecretWatch;
  readonly own: Own;
  readonly kafka: KafkaSettings;
  /** Signs this process's tokens. */
  readonly key: SigningKey;
  /** Verify the tokens of those that query this process. Nobody queries it without them. */
  readonly callerKeys: BearerKeys | undefined;
  /** The certificate of the internal server. */
  readonly internalTls: TlsFiles | undefined;
  /** PEM of the authorities of the other processes' certificates. */
  readonly internalCa: Current<string> | undefined;
  /** PEM of the authorities of the Collector's certificate. */
  readonly collectorCa: Current<string> | undefined;
  /** Where the app's service exports its events to. */
  readonly exportStore: Current<ObjectStore> | undefined;
  /** Where the archive of its ended streams is. */
  readonly archiveStore: Current<ObjectStore> | undefined;
  /** Verifies who requests an operation. Absent where the app has none. */
  readonly people: OperatorPeople | undefined;
}

/** Reads everything that the start of an app needs. Throws SettingsError with one line per fault. */
export async function readProcess<Settings extends ProcessSettings, Own extends OwnFiles>(
  definition: ProcessDefinition<Settings, Own>,
  env: Environment,
): Promise<Readings<Settings, Own>> {
  const settings = readSettings(definition.settings, env);
  const watch = new SecretWatch();
  const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR, watch);
  const read = await readTogether({
    own: definition.open(settings, watch),
    kafka: kafkaSettingsOf(settings, `nordgate-${definition.name}`, watch),
    key: secrets.signingKey(`internal-${definition.name}`),
    callerKeys: callerKeysIn(secrets, definition.name),
    internalTls: tlsFilesOf('INTERNAL', settings),
    collectorCa: watchAuthorities(
      watch,
      'OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE',
      settings.OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE,
    ),
    exportStore: objectStoreOf('EXPORT_STORE_FILE', settings, watch),
    archiveStore: objectStoreOf('ARCHIVE_STORE_FILE', settings, watch),
    internalCa: internalCaOf(settings, definition.addresses(settings), watch),
  });
  // A fault of the profile is one of the app's own files: it is not repeated.
  const people = definition.operatorKeys && (await operatorPeopleOf(settings, secrets));
  const { consoleKeys } = read.own as OwnFiles;
  const callerKeys = bearerKeysOf(read.callerKeys, consoleKeys);
  return { settings, watch, ...read, callerKeys, people };
}

/** Who may act on the app by hand, by the profile and the mounted files. */
async function operatorPeopleOf(
  settings: ProcessSettings & { readonly NORDGATE_PROFILE?: string },
  secrets: SecretsFolder,
): Promise<OperatorPeople> {
  const terms = operationTermsOf(await bankProfileOf(settings));
  return new OperatorPeople(terms, await operatorTrustIn(secrets));
}

/**
 * What would stop the start of an app: one line per fault. It opens nothing.
 *
 * @param sandbox the app with what only a sandbox has, if it differs
 */
export async function faultsOf<
  Settings extends ProcessSettings,
  Own extends OwnFiles,
  SandboxSettings extends ProcessSettings = Settings,
  SandboxOwn extends OwnFiles = Own,
>(
  definition: ProcessDefinition<Settings, Own>,
  env: Environment,
  sandbox?: ProcessDefinition<SandboxSettings, SandboxOwn>,
): Promise<readonly string[]> {
  const isSandbox = sandbox !== undefined && env['NORDGATE_ENVIRONMENT'] === 'sandbox';
  try {
    await (isSandbox ? readProcess(sandbox, env) : readProcess(definition, env));
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

/**
 * Who queries each app in every environment. The others' tokens are refused, and their keys need not be
 * mounted.
 */
export const callersOf = {
  gateway: [],
  payments: ['gateway', 'sca'],
  baskets: ['gateway', 'sca'],
  sca: ['gateway'],
  accounts: ['gateway', 'sca'],
  batch: ['gateway'],
} as const satisfies Record<Caller, readonly Caller[]>;

/** Who queries an app of a sandbox, too: its console is in accounts (ADR 41). No production has such a caller. */
export const consoleCallersOf = {
  gateway: ['accounts'],
  payments: ['accounts'],
  baskets: ['accounts'],
} as const satisfies Partial<Record<Caller, readonly Caller[]>>;

/** The keys of accounts in a sandbox that has them mounted, so that its console may query the app. */
export async function consoleKeysOf(
  { NORDGATE_ENVIRONMENT: environment }: Pick<ProcessSettings, 'NORDGATE_ENVIRONMENT'>,
  secrets: SecretsFolder,
): Promise<PublicKeys | undefined> {
  if (environment === 'production') return undefined;
  return secrets.optionalPublicKeys('internal-accounts');
}

type CallerKeys = Readonly<Partial<Record<Caller, PublicKeys>>>;

function callerKeysIn(secrets: SecretsFolder, app: Caller): Promise<CallerKeys> {
  const read = callersOf[app].map(
    (caller) => [caller, secrets.publicKeys(`internal-${caller}`)] as const,
  );
  return readTogether(Object.fromEntries(read));
}

function bearerKeysOf(
  keys: CallerKeys,
  consoleKeys: PublicKeys | undefined,
): BearerKeys | undefined {
  const all = { ...keys, ...defined({ accounts: consoleKeys }) };
  return Object.keys(all).length === 0 ? undefined : appBearerKeys(all);
}
