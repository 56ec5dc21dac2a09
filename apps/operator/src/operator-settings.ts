import { join } from 'node:path';
import type { OperatedService } from '@nordgate/contracts/commands';
import { Optional, Origin, Path, Port } from '@nordgate/contracts/fields';
import type { PersonReach } from './operator-person.js';
import { readOperationsFile } from '@nordgate/service/settings';

/** The environment variables of the operator's command. */
export class OperatorSettings {
  /** Internal address of the service that is asked. Default: the bank of `npm start` on this machine. */
  @Optional()
  @Origin()
  OPERATIONS_URL?: string;

  /** Port of `npm start` for the operator's command. */
  @Port()
  OPERATIONS_PORT = 8082;

  /** PEM of the authorities that the certificate at this address is checked with. */
  @Optional()
  @Path()
  OPERATIONS_CA_FILE?: string;

  /** Folder with the keys of the operator's tokens. Default: that of `npm start`. */
  @Optional()
  @Path()
  NORDGATE_SECRETS_DIR?: string;

  /** File with your token of the bank's issuer, which something renews. */
  @Optional()
  @Path()
  OPERATOR_TOKEN_FILE?: string;

  /** PEM of your certificate and its chain, in place of a token. */
  @Optional()
  @Path()
  OPERATOR_CERT_FILE?: string;

  /** PEM of the key of your certificate. */
  @Optional()
  @Path()
  OPERATOR_KEY_FILE?: string;

  /** Data folder of `npm start`. */
  @Path()
  NORDGATE_DATA_DIR = '.nordgate';
}

/** Where the operator's command finds the bank and its own keys. */
export interface OperationsReach extends PersonReach {
  readonly OPERATIONS_URL: string;
  /** The address of each service, where they have different ones. */
  readonly services?: Readonly<Record<OperatedService, string>>;
  readonly OPERATIONS_CA_FILE?: string | undefined;
}

/**
 * The reach of the settings: without an address or keys, those of the bank of `npm run start:kafka` while it runs, else of
 * `npm start`. `as` is the name of the person.
 */
export function operationsReach(settings: OperatorSettings, as?: string): OperationsReach {
  const { OPERATIONS_PORT: port, NORDGATE_DATA_DIR: dataDir } = settings;
  const { OPERATIONS_URL: url, NORDGATE_SECRETS_DIR: keys } = settings;
  const { OPERATOR_TOKEN_FILE, OPERATOR_CERT_FILE, OPERATOR_KEY_FILE } = settings;
  const person = { OPERATOR_TOKEN_FILE, OPERATOR_CERT_FILE, OPERATOR_KEY_FILE, as };
  const cluster = url === undefined ? readOperationsFile(join(dataDir, 'cluster')) : undefined;
  if (cluster !== undefined) {
    const { services, secrets } = cluster;
    const reach = { OPERATIONS_URL: services.accounts, OPERATIONS_CA_FILE: undefined };
    return { ...reach, ...person, services, NORDGATE_SECRETS_DIR: keys ?? secrets };
  }
  return {
    ...person,
    OPERATIONS_URL: settings.OPERATIONS_URL ?? `http://127.0.0.1:${String(port)}`,
    OPERATIONS_CA_FILE: settings.OPERATIONS_CA_FILE,
    NORDGATE_SECRETS_DIR: settings.NORDGATE_SECRETS_DIR ?? join(dataDir, 'secrets'),
  };
}
