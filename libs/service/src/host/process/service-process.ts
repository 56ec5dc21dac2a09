import type { ServiceDefinition } from '../service.js';
import { runService } from '../service.js';
import { databaseUrlOf } from '../settings/database-url.js';
import { ServiceSettings } from '../settings/process-settings.js';
import type { ProcessDefinition } from './process-definition.js';

/** A service without a web site and without questions of its own, as a process. */
export function serviceProcess(
  definition: ServiceDefinition,
): ProcessDefinition<ServiceSettings, { readonly databaseUrl: string }> {
  return {
    name: definition.name,
    settings: ServiceSettings,
    addresses: () => ({}),
    open: async (settings) => ({ databaseUrl: await databaseUrlOf(settings) }),
    start: async ({ platform }) => ({
      service: await runService(definition, platform),
      addresses: [],
    }),
  };
}
