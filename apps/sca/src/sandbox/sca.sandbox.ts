import { on } from '@nordgate/decider';
import type { DeciderTable } from '@nordgate/decider';
import { keepWorlds } from '@nordgate/service';
import type { Platform } from '@nordgate/service';
import { accessStream } from '../access/access.js';
import { revokeAccess } from '../access/grant-access.js';
import type { OwnCommands } from '../sca.deciders.js';
import { startSca } from '../sca.module.js';
import type { RunningSca } from '../sca.module.js';
import { scaProcess, startSite } from '../sca.process.js';
import type { ScaSettings } from '../sca.settings.js';
import { sandboxCodeMethod } from './sandbox-code.js';

/** Starts the service and its site with the SCA method and the worlds of a sandbox. Throws as `startSca` does. */
export function startSandboxSca(platform: Platform, settings: ScaSettings): Promise<RunningSca> {
  const code = sandboxCodeMethod(settings.keys.code);
  const worldsWith = (kept: Platform) => keepWorlds(kept);
  return startSca(platform, settings, { code, worldsWith, deciders: withOtherChannels });
}

/**
 * The deciders of a sandbox: its gateway may also revoke a consent as the PSU does in another channel of the bank. In
 * production the site alone does that, and such a message is parked.
 */
export function withOtherChannels(bank: DeciderTable<OwnCommands>): DeciderTable<OwnCommands> {
  return {
    ...bank,
    RevokeAccess: on(accessStream, revokeAccess, {
      isInternal: ({ data }) => data.consentId === undefined,
    }),
  };
}

/** The SCA service of a sandbox with its web site as a process. */
export const sandboxScaProcess: typeof scaProcess = {
  ...scaProcess,
  start: (host) => startSite(host, startSandboxSca),
};
