import { Module } from '@nestjs/common';
import { on } from '@nordgate/decider';
import type { DeciderTable } from '@nordgate/decider';
import {
  DATABASE,
  followingWorldTime,
  keepWorlds,
  movedClocks,
  WORLD_CLOCKS,
  WORLD_DEADLINES,
} from '@nordgate/service';
import type { Platform, ServiceDefinition } from '@nordgate/service';
import { accessStream } from '../access/access.js';
import { revokeAccess } from '../access/grant-access.js';
import type { OwnCommands } from '../sca.deciders.js';
import { scaApp, scaMigrations, ScaModule, startSca } from '../sca.module.js';
import type { RunningSca } from '../sca.module.js';
import { scaProcess, startSite } from '../sca.process.js';
import type { ScaSettings } from '../sca.settings.js';
import { expiredIn } from '../sweep/sweep-expired.work.js';
import { GetExpiryMomentsHandler } from './expiry-moments.queries.js';
import { sandboxCodeMethod } from './sandbox-code.js';

@Module({
  imports: [ScaModule],
  controllers: [followingWorldTime('sca.world-time')],
  providers: [GetExpiryMomentsHandler],
})
class SandboxScaModule {}

const deadlines = { provide: WORLD_DEADLINES, useFactory: expiredIn, inject: [DATABASE] };

/** The SCA service of a sandbox: deadlines pass as the clock of a world moves. */
export const sandboxScaApp: ServiceDefinition = {
  ...scaApp,
  module: SandboxScaModule,
  migrations: scaMigrations,
  worldTables: [
    { table: 'ended_resource', id: 'stream_id' },
    { table: 'id_key', id: 'resource' },
    { table: 'last_read', generation: 'generation' },
    { table: 'unattended_read', generation: 'generation' },
    { table: 'untouched_authorisation', id: 'authorisation_id' },
    { table: 'world_time', generation: 'generation' },
  ],
  groups: [...(scaApp.groups ?? []), 'sca.world-time'],
  providers: [{ provide: WORLD_CLOCKS, useValue: movedClocks }, deadlines],
};

/** Starts the service and its site with the SCA method and the worlds of a sandbox. Throws as `startSca` does. */
export function startSandboxSca(platform: Platform, settings: ScaSettings): Promise<RunningSca> {
  const code = sandboxCodeMethod(settings.keys.code);
  return startSca(platform, settings, {
    code,
    app: sandboxScaApp,
    clocks: movedClocks,
    worldsWith: (kept) => keepWorlds(kept),
    deciders: withOtherChannels,
  });
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
