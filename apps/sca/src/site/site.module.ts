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
import { sandboxCodeMethod } from './challenge/sandbox-code.js';
import { SCA_METHODS } from './challenge/sca-method.js';
import type { ScaMethod } from './challenge/sca-method.js';
import { ScaMethods } from './challenge/sca-methods.http.js';
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
import { CustomerPasskeys } from './passkeys/customer-passkeys.http.js';
import { Enrolments } from './passkeys/enrolments.http.js';
import { PasskeyMethod } from './passkeys/passkey-method.http.js';
import { PasskeysPartOfOverview } from './passkeys/passkeys-part.http.js';
import { PasskeysController } from './passkeys/passkeys.http.js';
import { SiteOrigin } from './passkeys/site-origin.http.js';
import { SiteFilesController } from './assets/assets.controller.js';
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
    PasskeysController,
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
    ScaMethods,
    SiteOrigin,
    CustomerPasskeys,
    PasskeyMethod,
    PasskeysPartOfOverview,
    Enrolments,
    {
      provide: SCA_METHODS,
      inject: [SCA_SETTINGS, PasskeyMethod],
      useFactory: ({ keys }: ScaSettings, passkey: PasskeyMethod): readonly ScaMethod[] => [
        sandboxCodeMethod(keys.code),
        passkey,
      ],
    },
  ],
})
export class SiteModule {}
