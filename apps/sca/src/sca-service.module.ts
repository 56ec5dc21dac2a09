import { Module } from '@nestjs/common';
import { sealOf } from '@nordgate/contracts/rules';
import type { DeciderTable } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { AccountAccessModule } from './access/account-access.module.js';
import { EndedResources } from './authorisation/ended-resources.rows.js';
import {
  GetAuthorisationHandler,
  GetAuthorisationsHandler,
  linkHolders,
} from './authorisation/authorisation-view.queries.js';
import { ScaConsumers } from './sca.consumers.js';
import { scaDeciders } from './sca.deciders.js';
import type { OwnCommands } from './sca.deciders.js';
import type { ScaSettings } from './sca.settings.js';
import { DatabaseClock } from './session/database-clock.rows.js';
import {
  GetCompletedContextsHandler,
  GetCustomerOfPsuHandler,
  GetSessionHandler,
} from './session/session-view.queries.js';

/** What sca answers and reacts to, without its site. */
@Module({
  imports: [AccountAccessModule],
  controllers: [ScaConsumers],
  providers: [
    DatabaseClock,
    EndedResources,
    GetSessionHandler,
    GetCompletedContextsHandler,
    GetCustomerOfPsuHandler,
    GetAuthorisationHandler,
    GetAuthorisationsHandler,
  ],
})
export class ScaServiceModule {}

/** What the deciders of sca are made of. */
export interface DecidingSettings extends Pick<ScaSettings, 'timers'> {
  readonly keys: Pick<ScaSettings['keys'], 'approvals'>;
}

/**
 * The deciders by the database.
 *
 * @param change adds those of a sandbox
 */
export const decidersWith =
  (
    { timers, keys }: DecidingSettings,
    change: (bank: DeciderTable<OwnCommands>) => DeciderTable<OwnCommands> = (bank) => bank,
  ) =>
  (database: Database): DeciderTable<OwnCommands> =>
    change(
      scaDeciders(timers, {
        linkHolders: (claims) => linkHolders(database, claims),
        seal: (stream, approval) => sealOf(keys.approvals, stream, approval),
      }),
    );
