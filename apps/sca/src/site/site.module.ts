import { Module } from '@nestjs/common';
import { SCA_SETTINGS } from '../sca.settings.js';
import type { ScaSettings } from '../sca.settings.js';
import { DatabaseClock } from '../database-clock/database-clock.queries.js';
import { AppLinksController } from './app-links/app-links.http.js';
import { AccountChoices } from './approval/account-choices.http.js';
import { ApprovalController } from './approval/approval.http.js';
import { ApprovalPages } from './approval/approval-pages.http.js';
import { Approvals } from './approval/approvals.http.js';
import { ChooseAccountsController } from './approval/choose-accounts.http.js';
import { Settlement } from './approval/settlement.http.js';
import { scaMethodOf } from './challenge/sca-method-of.js';
import { SCA_METHOD } from './challenge/sca-method.js';
import { SiteErrors } from './frame/site-errors.http.js';
import { Site } from './frame/site.http.js';
import { Endings } from './inbox/endings.http.js';
import { InboxController } from './inbox/inbox.http.js';
import { Inboxes } from './inbox/inboxes.http.js';
import { Identification } from './log-in/identification.http.js';
import { LinkPages } from './log-in/link-pages.http.js';
import { LogInController } from './log-in/log-in.http.js';
import { OverviewController } from './overview/overview.http.js';
import { Overviews } from './overview/overviews.http.js';
import { SiteFilesController } from './site-files.http.js';
import { Authorisations } from './visit/authorisations.http.js';
import { Bank } from './visit/bank.queries.js';
import { Psus } from './visit/psus.http.js';
import { Visits } from './visit/visits.http.js';

/** The web site in which PSUs approve. */
@Module({
  controllers: [
    SiteFilesController,
    AppLinksController,
    LogInController,
    ApprovalController,
    ChooseAccountsController,
    OverviewController,
    InboxController,
  ],
  providers: [
    Site,
    SiteErrors,
    Visits,
    Authorisations,
    Psus,
    Bank,
    DatabaseClock,
    LinkPages,
    Identification,
    Approvals,
    ApprovalPages,
    AccountChoices,
    Settlement,
    Overviews,
    Inboxes,
    Endings,
    {
      provide: SCA_METHOD,
      inject: [SCA_SETTINGS],
      useFactory: (settings: ScaSettings) => scaMethodOf(settings),
    },
  ],
})
export class SiteModule {}
