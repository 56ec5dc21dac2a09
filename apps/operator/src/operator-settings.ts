import { Optional, Origin, Path } from '@nordgate/service/process';

/** The environment variables of the operator's command. */
export class OperatorSettings {
  /** Internal address of the service that is asked, or the bank's port for operations. */
  @Origin()
  OPERATIONS_URL = 'http://127.0.0.1:8082';

  /** PEM of the authorities that the certificate at this address is checked with. */
  @Optional()
  @Path()
  OPERATIONS_CA_FILE?: string;

  /** Folder with the keys of the operator's tokens. */
  @Path()
  NORDGATE_SECRETS_DIR = '.nordgate/secrets';
}
