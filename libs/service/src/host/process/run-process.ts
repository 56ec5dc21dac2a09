import { KafkaBus } from '@nordgate/messaging/kafka';
import type { ProcessSettings } from '../settings/process-settings.js';
import type { Environment } from '../settings/read-settings.js';
import type { OwnFiles, ProcessDefinition } from './process-definition.js';
import { startProcess } from './start-process.js';
import { supervise } from './supervise.js';

/** Runs an app over Kafka as this process, until it is told to stop. */
export function runProcess<Settings extends ProcessSettings, Own extends OwnFiles>(
  definition: ProcessDefinition<Settings, Own>,
  env: Environment,
): Promise<void> {
  const { name } = definition;
  const openBus = (options: ConstructorParameters<typeof KafkaBus>[0]) => new KafkaBus(options);
  return supervise({ name, start: () => startProcess(definition, { env, openBus }) });
}
