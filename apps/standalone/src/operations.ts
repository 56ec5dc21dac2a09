import { join } from 'node:path';
import { operatedBy, operatorRequestFrom } from '@nordgate/contracts/commands';
import { OperationError } from '@nordgate/service';
import type { Operate, Platform } from '@nordgate/service';
import {
  makeKeySet,
  OperationsDoor,
  SecretsFolder,
  startInternalServer,
} from '@nordgate/service/process';
import type { InternalServer, SecretWatch } from '@nordgate/service/process';
import type { Telemetry } from '@nordgate/telemetry';
import type { Config } from './config.js';

/** The services that have operations. */
export type Operated = Readonly<Record<ReturnType<typeof operatedBy>, Operate>>;

interface OpenOperationsOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly telemetry: Telemetry;
  readonly operate: Operated;
  /** Reads the keys again. */
  readonly watch: SecretWatch;
}

/**
 * Starts the server for the operator's command: always on loopback, with keys that are created at the
 * first start.
 */
export async function openOperations(options: OpenOperationsOptions): Promise<InternalServer> {
  const { config, operate, platform, telemetry } = options;
  const folder = join(config.NORDGATE_DATA_DIR, 'secrets');
  await makeKeySet(folder, 'operator.json');
  const keys = await new SecretsFolder(folder, options.watch).keySet('operator.json');
  const operations = new OperationsDoor(keys, platform.log);
  operations.open(byService(operate));
  const [host, port] = ['127.0.0.1', config.OPERATIONS_PORT];
  return startInternalServer({ host, port, health: platform.health, telemetry, operations });
}

/** Passes each request to the service of its operation. */
function byService(services: Operated): Operate {
  return async (body) => {
    const read = operatorRequestFrom(body);
    if ('fault' in read) throw new OperationError(read.fault);
    return services[operatedBy(read.request)](body);
  };
}
