import { Module } from '@nestjs/common';
import {
  DATABASE,
  followingWorldTime,
  keepWorlds,
  movedClocks,
  WORLD_CLOCKS,
  WORLD_DEADLINES,
} from '@nordgate/service';
import type { Platform, ServiceDefinition } from '@nordgate/service';
import { scaApp, scaMigrations, ScaModule, startSca } from '../sca.module.js';
import type { RunningSca } from '../sca.module.js';
import { scaProcess, startSite } from '../sca.process.js';
import type { ScaSettings } from '../sca.settings.js';
import { expiredIn } from '../sweep/sweep-expired.work.js';
import { sandboxCodeMethod } from './sandbox-code.js';

@Module({ imports: [ScaModule], controllers: [followingWorldTime('sca.world-time')] })
class SandboxScaModule {}

const deadlines = { provide: WORLD_DEADLINES, useFactory: expiredIn, inject: [DATABASE] };

/** The SCA service of a sandbox: deadlines pass as the clock of a world moves. */
export const sandboxScaApp: ServiceDefinition = {
  ...scaApp,
  module: SandboxScaModule,
  migrations: scaMigrations,
  groups: [...(scaApp.groups ?? []), 'sca.world-time'],
  providers: [{ provide: WORLD_CLOCKS, useValue: movedClocks }, deadlines],
};

/** Starts the service and its site with the SCA method and the worlds of a sandbox. Throws as `startSca` does. */
export function startSandboxSca(platform: Platform, settings: ScaSettings): Promise<RunningSca> {
  const code = sandboxCodeMethod(settings.keys.code);
  return startSca(platform, settings, {
    ...{ code, app: sandboxScaApp, clocks: movedClocks },
    worldsWith: (kept) => keepWorlds(kept),
  });
}

/** The SCA service of a sandbox with its web site as a process. */
export const sandboxScaProcess: typeof scaProcess = {
  ...scaProcess,
  start: (host) => startSite(host, startSandboxSca),
};
