import { Module } from '@nestjs/common';
import { sealOf } from '@nordgate/contracts/rules';
import type { DeciderTable } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { EndedResources } from './authorisation/ended-resources.rows.js';
import {
  GetAuthorisationHandler,
  GetDeletedAuthorisationsHandler,
  GetAuthorisationsHandler,
  linkHolders,
} from './authorisation/authorisation-view.queries.js';
import { AuthorisationStates } from './authorisation/untouched-authorisations.rows.js';
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
import {
  GetAccessHandler,
  GetAccountAccessHandler,
  GiveBackReadHandler,
} from './access/account-access.queries.js';
import {
  GetConsentHandler,
  GetConsentInForceHandler,
  GetConsentsOfCustomerHandler,
} from './access/consent-view.queries.js';
import { LastReads } from './access/last-reads.service.js';
import { AccessFactsReader } from './access/access-facts.rows.js';
import { FirstIdKeys } from './access/first-id-keys.rows.js';
import { UnattendedReads } from './access/unattended-reads.rows.js';

/** What sca answers and reacts to, without its site. */
@Module({
  controllers: [ScaConsumers],
  providers: [
    DatabaseClock,
    AuthorisationStates,
    EndedResources,
    GetSessionHandler,
    GetCompletedContextsHandler,
    GetCustomerOfPsuHandler,
    GetAuthorisationHandler,
    GetDeletedAuthorisationsHandler,
    GetAuthorisationsHandler,
    // What TPPs may read. Every read of accounts is decided by consent, then session, then the count of reads
    // without the PSU (ADR 31). The answer names the keys of ids. The last reads are noted for the PSU's overview.
    AccessFactsReader,
    FirstIdKeys,
    UnattendedReads,
    LastReads,
    GetAccountAccessHandler,
    GiveBackReadHandler,
    GetAccessHandler,
    GetConsentHandler,
    GetConsentInForceHandler,
    GetConsentsOfCustomerHandler,
  ],
})
export class ScaServiceModule {}

/** What the deciders of sca are made of. */
interface DecidingSettings extends Pick<ScaSettings, 'timers'> {
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
