import { join } from 'node:path';
import { operatedBy, operatedServices, operatorRequestFrom } from '@nordgate/contracts/commands';
import { operationTermsOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import { OperationError } from '@nordgate/service';
import type { Operate, OperateFor, Platform } from '@nordgate/service';
import { makeKeyPair, makeOperators } from '@nordgate/service/new-secrets';
import {
  OperationsDoor,
  OperatorPeople,
  startInternalServer,
  TokenRefusedError,
} from '@nordgate/service/process';
import { operatorTrustIn, SecretsFolder } from '@nordgate/service/settings';
import type { InternalServer } from '@nordgate/service/process';
import type { SecretWatch } from '@nordgate/service/settings';
import type { Telemetry } from '@nordgate/telemetry';
import type { Config } from './config.js';

/** The services that have operations. */
export type Operated = Readonly<Record<ReturnType<typeof operatedBy>, Operate>>;

interface OpenOperationsOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly telemetry: Telemetry;
  readonly operate: Operated;
  readonly profile: BankProfile;
  /** Reads the keys again. */
  readonly watch: SecretWatch;
}

/**
 * Starts the server for the operator's command: always on loopback, with a key pair and the certificates of two
 * operators that are created at the first start.
 */
export async function openOperations(options: OpenOperationsOptions): Promise<InternalServer> {
  const { config, operate, platform, telemetry } = options;
  const folder = join(config.NORDGATE_DATA_DIR, 'secrets');
  await makeKeyPair(folder, 'operator');
  await makeOperators(folder);
  const secrets = new SecretsFolder(folder, options.watch);
  const keys = await secrets.publicKeys('operator');
  const terms = operationTermsOf(options.profile);
  const people = new OperatorPeople(terms, await operatorTrustIn(secrets));
  const { log } = platform;
  const operations = new OperationsDoor({ services: operatedServices, keys, people, log });
  operations.open(byService(operate));
  const [host, port] = ['127.0.0.1', config.OPERATIONS_PORT];
  const { health } = platform;
  return startInternalServer({ host, port, health, log, telemetry, operations });
}

/** Passes each request to the service of its operation, which has to be that of its token. */
function byService(services: Operated): OperateFor {
  return async (body, origin, addressee) => {
    const read = operatorRequestFrom(body);
    if ('fault' in read) throw new OperationError(read.fault);
    const service = operatedBy(read.request);
    if (service !== addressee) throw new TokenRefusedError(`the token is for ${addressee}`);
    return services[service](body, origin);
  };
}
