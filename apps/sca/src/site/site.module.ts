import { Module } from '@nestjs/common';
import { AuthorisationStates } from '../authorisation/untouched-authorisations.rows.js';
import { DatabaseClock } from '../session/database-clock.rows.js';
import { defaultSca, SCA_SETTINGS } from '../sca.settings.js';
import type { ScaSettings } from '../sca.settings.js';
import { AccountsController } from './approve/accounts.controller.js';
import { KnownAccessService } from './approve/known-access.service.js';
import { AccountsPresenter } from './approve/accounts.presenter.js';
import { AppLinksController } from './log-in/app-links.controller.js';
import { ApprovalController } from './approve/approval.controller.js';
import { ApprovalPresenter } from './approve/approval.presenter.js';
import { AssetsController } from './frame/assets.controller.js';
import { AuthorisationService } from './bank/authorisation.service.js';
import { Bank } from './bank/bank.rows.js';
import { PsuCommandService, PsuIdService } from './bank/psu-command.service.js';
import { SANDBOX_CODE, SCA_METHODS } from './challenge/sca-method.js';
import type { ScaMethod } from './challenge/sca-method.js';
import { ScaMethodService } from './challenge/sca-method.service.js';
import { ApprovableService } from './content/approvable.service.js';
import { DecisionService } from './approve/decision.service.js';
import { SettlementService } from './leave/settlement.service.js';
import { EnrolmentController } from './enrolment/enrolment.controller.js';
import { EnrolmentService } from './enrolment/enrolment.service.js';
import { ApproveService } from './approve/approve.service.js';
import { LinkWaitService } from './log-in/link-wait.service.js';
import { LinkService } from './log-in/link.service.js';
import {
  OidcApprovalController,
  OidcCallbackController,
  OidcKeysController,
} from './provider/oidc.controller.js';
import { OidcMethod } from './oidc/oidc-method.service.js';
import { ProviderApprovalService } from './provider/provider-approval.service.js';
import { ProviderCallbackService } from './provider/provider-callback.service.js';
import { ProviderVisitService } from './oidc/provider-visit.service.js';
import { VisitService } from './visit/visit.guard.js';
import { SiteErrorFilter } from './frame/site-error.filter.js';
import { Site } from './frame/site.service.js';
import { EndingService } from './overview/ending.service.js';
import {
  InboxController,
  StartController,
  OverviewController,
} from './overview/overview.controller.js';
import { InboxService } from './overview/inbox.service.js';
import { GuessService } from './limits/guess.service.js';
import { WrongTries } from './limits/wrong-tries.rows.js';
import { LogInController } from './log-in/log-in.controller.js';
import { LogInService } from './log-in/log-in.service.js';
import { OverviewPresenter } from './overview/overview.presenter.js';
import { OverviewService } from './overview/overview.service.js';
import { PasskeyMethod } from './passkey/passkey-method.service.js';
import { PasskeyController } from './enrolment/passkey.controller.js';
import { PasskeyPresenter } from './enrolment/passkey.presenter.js';
import { PasskeyService } from './passkey/passkey.service.js';
import { RelyingPartyService } from './passkey/relying-party.service.js';
import { DepartureService } from './leave/departure.service.js';
import { EntryService } from './visit/entry.service.js';
import { TppAdmissionService } from './visit/tpp-admission.service.js';
import { OverviewVisitService, VisitEndService } from './visit/overview-visit.guard.js';

/** The web site on which PSUs log in and approve: a controller for each page. */
@Module({
  controllers: [
    AssetsController,
    StartController,
    AppLinksController,
    LogInController,
    ApprovalController,
    OidcCallbackController,
    OidcApprovalController,
    OidcKeysController,
    AccountsController,
    OverviewController,
    InboxController,
    PasskeyController,
    EnrolmentController,
  ],
  providers: [
    AuthorisationStates,
    DatabaseClock,
    Site,
    SiteErrorFilter,
    AuthorisationService,
    TppAdmissionService,
    Bank,
    PsuCommandService,
    PsuIdService,
    EntryService,
    OverviewVisitService,
    VisitEndService,
    WrongTries,
    GuessService,
    LogInService,
    LinkWaitService,
    LinkService,
    VisitService,
    ApproveService,
    ProviderVisitService,
    ProviderApprovalService,
    ProviderCallbackService,
    OidcMethod,
    ApprovableService,
    DecisionService,
    SettlementService,
    DepartureService,
    ApprovalPresenter,
    AccountsPresenter,
    KnownAccessService,
    OverviewPresenter,
    OverviewService,
    InboxService,
    EndingService,
    ScaMethodService,
    RelyingPartyService,
    PasskeyService,
    PasskeyMethod,
    PasskeyPresenter,
    EnrolmentService,
    {
      provide: SCA_METHODS,
      inject: [SCA_SETTINGS, PasskeyMethod, OidcMethod, { token: SANDBOX_CODE, optional: true }],
      useFactory: (
        { sca = defaultSca }: ScaSettings,
        passkey: PasskeyMethod,
        oidc: OidcMethod,
        sandboxCode?: ScaMethod,
      ): readonly ScaMethod[] => {
        const all = { 'sandbox-code': sandboxCode, passkey, oidc };
        return sca.methods.flatMap((name) => all[name] ?? []);
      },
    },
  ],
})
export class SiteModule {}
