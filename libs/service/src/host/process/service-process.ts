import type { ServiceDefinition } from '../service.js';
import { runService } from '../service.js';
import { SecretsFolder } from '../secrets/secrets-folder.js';
import type { KeySet } from '../secrets/secrets-folder.js';
import { databaseUrlOf } from '../settings/database-url.js';
import { ServiceSettings } from '../settings/process-settings.js';
import { readTogether } from '../settings/settings-fault.js';
import type { ProcessDefinition } from './process-definition.js';

/** What such a service reads from its mounted files. */
interface ServiceFiles {
  readonly databaseUrl: string;
  readonly operatorKeys: KeySet;
}

/** A service without a web site and without questions of its own, as a process. */
export function serviceProcess(
  definition: ServiceDefinition,
): ProcessDefinition<ServiceSettings, ServiceFiles> {
  return {
    name: definition.name,
    operatorKeys: ({ operatorKeys }) => operatorKeys,
    settings: ServiceSettings,
    addresses: () => ({}),
    open: (settings) =>
      readTogether({
        databaseUrl: databaseUrlOf(settings),
        operatorKeys: new SecretsFolder(settings.NORDGATE_SECRETS_DIR).keySet('operator.json'),
      }),
    start: async ({ platform }) => {
      const service = await runService(definition, platform);
      return { service, operate: service.operate, addresses: [] };
    },
  };
}
