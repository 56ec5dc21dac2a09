import { Origin, Path } from '@nordgate/service/process';

/** The environment variables of the operator's command. */
export class OperatorSettings {
  /** Internal address of the service that is asked, or the bank's port for operations. */
  @Origin()
  OPERATIONS_URL = 'http://127.0.0.1:8082';

  /** Folder with the keys of the operator's tokens. */
  @Path()
  NORDGATE_SECRETS_DIR = '.nordgate/secrets';
}
