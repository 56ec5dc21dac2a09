import { keepWorlds } from '@nordgate/service';
import type { Platform } from '@nordgate/service';
import { startSca } from '../sca.module.js';
import type { RunningSca } from '../sca.module.js';
import { scaProcess, startSite } from '../sca.process.js';
import type { ScaSettings } from '../sca.settings.js';
import { sandboxCodeMethod } from './sandbox-code.js';

/** Starts the service and its site with the SCA method and the worlds of a sandbox. Throws as `startSca` does. */
export function startSandboxSca(platform: Platform, settings: ScaSettings): Promise<RunningSca> {
  const code = sandboxCodeMethod(settings.keys.code);
  return startSca(platform, settings, { code, worldsWith: (kept) => keepWorlds(kept) });
}

/** The SCA service of a sandbox with its web site as a process. */
export const sandboxScaProcess: typeof scaProcess = {
  ...scaProcess,
  start: (host) => startSite(host, startSandboxSca),
};
