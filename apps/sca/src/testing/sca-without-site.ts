import { Module } from '@nestjs/common';
import { checkingApprovals, followingWorldTime, movedClocks } from '@nordgate/service';
import type { ServiceDefinition } from '@nordgate/service';
import { GetExpiryMomentsHandler } from '../sandbox/expiry-moments.queries.js';
import { sandboxScaApp, withOtherChannels } from '../sandbox/sca.sandbox.js';
import { decidersWith, ScaServiceModule } from '../sca-service.module.js';
import { SCA_SETTINGS } from '../sca.settings.js';
import type { ScaSettings } from '../sca.settings.js';
import { startSweep } from '../sweep/sweep-expired.work.js';

@Module({
  imports: [ScaServiceModule],
  controllers: [followingWorldTime('sca.world-time')],
  providers: [GetExpiryMomentsHandler],
})
class SandboxScaWithoutSiteModule {}

/** What the site does before its first command on an authorisation. */
export { touchesBefore } from '../authorisation/untouched-authorisations.rows.js';

/** The settings of sca without a site. */
export interface SettingsWithoutSite extends Pick<
  ScaSettings,
  'timers' | 'approvals' | 'accountTerms'
> {
  readonly keys: Pick<ScaSettings['keys'], 'approvals' | 'ids'>;
}

/** The SCA service of a sandbox without its site: what its topics, its queries and the clock make of it. */
export function sandboxScaWithoutSite(settings: SettingsWithoutSite): ServiceDefinition {
  return {
    ...sandboxScaApp,
    module: SandboxScaWithoutSiteModule,
    providers: [
      ...(sandboxScaApp.providers ?? []),
      { provide: SCA_SETTINGS, useValue: settings },
      checkingApprovals(settings.approvals),
    ],
    commands: { topic: 'sca.commands.v1', deciders: decidersWith(settings, withOtherChannels) },
    work: (service) => startSweep({ ...service, clocks: movedClocks }),
  };
}
