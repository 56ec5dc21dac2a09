import { join } from 'node:path';
import type { Operate, Platform } from '@nordgate/messaging';
import {
  makeKeySet,
  OperationsDoor,
  SecretsFolder,
  startInternalServer,
} from '@nordgate/messaging/process';
import type { InternalServer } from '@nordgate/messaging/process';
import type { Telemetry } from '@nordgate/telemetry';
import type { Config } from './config.js';

export interface OpenOperationsOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly telemetry: Telemetry;
  /** What accounts does for the operator. */
  readonly operate: Operate | undefined;
}

/**
 * Opens the one-process bank's door for the operator's command: on loopback whatever else the bank
 * listens on, with keys that are made at the first start.
 */
export async function openOperations(options: OpenOperationsOptions): Promise<InternalServer> {
  const { config, operate, platform, telemetry } = options;
  const folder = join(config.NORDGATE_DATA_DIR, 'secrets');
  await makeKeySet(folder, 'operator.json');
  const keys = await new SecretsFolder(folder).keySet('operator.json');
  const operations = new OperationsDoor(keys, platform.log);
  if (operate !== undefined) operations.open(operate);
  const [host, port] = ['127.0.0.1', config.OPERATIONS_PORT];
  return startInternalServer({ host, port, health: platform.health, telemetry, operations });
}
