import { join } from 'node:path';
import { Optional, Origin, Path, Port } from '@nordgate/service/process';

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

  /** Data folder of `npm start`. */
  @Path()
  NORDGATE_DATA_DIR = '.nordgate';
}

/** Where the operator's command finds the bank and its own keys. */
export interface OperationsReach {
  readonly OPERATIONS_URL: string;
  readonly OPERATIONS_CA_FILE?: string | undefined;
  readonly NORDGATE_SECRETS_DIR: string;
}

/** The reach of the settings: without an address or keys, those of the bank of `npm start`. */
export function operationsReach(settings: OperatorSettings): OperationsReach {
  const { OPERATIONS_PORT: port, NORDGATE_DATA_DIR: dataDir } = settings;
  return {
    OPERATIONS_URL: settings.OPERATIONS_URL ?? `http://127.0.0.1:${String(port)}`,
    OPERATIONS_CA_FILE: settings.OPERATIONS_CA_FILE,
    NORDGATE_SECRETS_DIR: settings.NORDGATE_SECRETS_DIR ?? join(dataDir, 'secrets'),
  };
}
