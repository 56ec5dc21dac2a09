import { Module } from '@nestjs/common';
import { GetAccessHandler } from './access-view/access-view.queries.js';
import { GetAuthorisationHandler } from './authorisation-view/authorisation-view.queries.js';
import { GetAuthorisationsHandler } from './authorisation-view/authorisations.queries.js';
import { CompleteSessionHandler } from './complete-session/complete-session.handler.js';
import { CompleteSessionsConsumer } from './complete-sessions/complete-sessions.consumer.js';
import { GetConsentHandler } from './consent-view/consent-view.queries.js';
import { DatabaseClock } from './database-clock/database-clock.queries.js';
import { EnrolPasskeyHandler } from './enrol-passkey/enrol-passkey.handler.js';
import { FailAuthorisationHandler } from './fail-authorisation/fail-authorisation.handler.js';
import { FinaliseAuthorisationHandler } from './finalise-authorisation/finalise-authorisation.handler.js';
import { GrantAccessHandler } from './grant-access/grant-access.handler.js';
import { GrantAccessesConsumer } from './grant-accesses/grant-accesses.consumer.js';
import { IdentifyPsuHandler } from './identify-psu/identify-psu.handler.js';
import { OpenAuthorisationHandler } from './open-authorisation/open-authorisation.handler.js';
import { OpenBasketAuthorisationsConsumer } from './open-authorisations/open-basket-authorisations.consumer.js';
import { OpenPaymentAuthorisationsConsumer } from './open-authorisations/open-payment-authorisations.consumer.js';
import { RecognisePsuHandler } from './recognise-psu/recognise-psu.handler.js';
import { RefuseAuthorisationHandler } from './refuse-authorisation/refuse-authorisation.handler.js';
import { RefuseCodeHandler } from './refuse-code/refuse-code.handler.js';
import { RefuseLogInHandler } from './refuse-log-in/refuse-log-in.handler.js';
import { RemovePasskeyHandler } from './remove-passkey/remove-passkey.handler.js';
import { RevokeAccessHandler } from './revoke-access/revoke-access.handler.js';
import { ScaCommands } from './sca.commands.js';
import { GetCustomerOfPsuHandler } from './session-view/customer-of-psu.queries.js';
import { GetSessionHandler } from './session-view/session-view.queries.js';
import { ShowChallengeHandler } from './show-challenge/show-challenge.handler.js';
import { SiteModule } from './site/site.module.js';
import { UsePasskeyHandler } from './use-passkey/use-passkey.handler.js';

/** What sca does: one line per use case; the site is a module of its own. */
@Module({
  imports: [SiteModule],
  controllers: [
    ScaCommands,
    OpenPaymentAuthorisationsConsumer,
    OpenBasketAuthorisationsConsumer,
    CompleteSessionsConsumer,
    GrantAccessesConsumer,
  ],
  providers: [
    DatabaseClock,
    OpenAuthorisationHandler,
    IdentifyPsuHandler,
    RefuseLogInHandler,
    ShowChallengeHandler,
    RefuseCodeHandler,
    FinaliseAuthorisationHandler,
    RefuseAuthorisationHandler,
    FailAuthorisationHandler,
    RecognisePsuHandler,
    CompleteSessionHandler,
    GrantAccessHandler,
    RevokeAccessHandler,
    EnrolPasskeyHandler,
    UsePasskeyHandler,
    RemovePasskeyHandler,
    GetAccessHandler,
    GetConsentHandler,
    GetSessionHandler,
    GetCustomerOfPsuHandler,
    GetAuthorisationHandler,
    GetAuthorisationsHandler,
  ],
})
export class ScaModule {}
