import { Module } from '@nestjs/common';
import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { BankSettings } from './access/edge.js';
import { Edge } from './access/edge.js';
import { Redirects } from './access/redirects.js';
import { ConsoleCodesController } from './console/console-codes.controller.js';
import { DescriptionController } from './description/description.controller.js';
import { ExplorerController, TutorialController } from './description/explorer.controller.js';
import { HealthController } from './health/health.controller.js';
import { RequestErrorFilter } from './reply/request-error.filter.js';
import { AccountAccess } from './routes/accounts/account-access.js';
import { AccountsController } from './routes/accounts/accounts.controller.js';
import { AgreementsController } from './routes/accounts/agreements.controller.js';
import { CardAccountsController } from './routes/accounts/card-accounts.controller.js';
import { TransactionPages } from './routes/accounts/transaction-pages.js';
import { TransactionsController } from './routes/accounts/transactions.controller.js';
import { BasketAuthorisationsController } from './routes/authorisations/basket-authorisations.controller.js';
import { CancellationAuthorisationsController } from './routes/authorisations/cancellation-authorisations.controller.js';
import { PaymentAuthorisationsController } from './routes/authorisations/payment-authorisations.controller.js';
import { BasketStatusController } from './routes/basket-status/basket-status.controller.js';
import { CancelPaymentController } from './routes/cancel-payment/cancel-payment.controller.js';
import { ConsentAuthorisationsController } from './routes/authorisations/consent-authorisations.controller.js';
import { AskConsentController } from './routes/consents/ask-consent.controller.js';
import { EndConsentController } from './routes/consents/end-consent.controller.js';
import { ListConsentsController } from './routes/consents/list-consents.controller.js';
import { ReadConsentController } from './routes/consents/read-consent.controller.js';
import { CreateBasketController } from './routes/create-basket/create-basket.controller.js';
import { DeleteBasketController } from './routes/delete-basket/delete-basket.controller.js';
import { FundsConfirmationController } from './routes/funds-confirmation/funds-confirmation.controller.js';
import { InitiatePaymentController } from './routes/initiate-payment/initiate-payment.controller.js';
import { PaymentStatusController } from './routes/payment-status/payment-status.controller.js';
import { HeldAccountsController } from './routes/sandbox/held-accounts.controller.js';
import { HeldCardAccountsController } from './routes/sandbox/held-card-accounts.controller.js';
import { SandboxAccountsController } from './routes/sandbox/sandbox-accounts.controller.js';
import { SandboxAgreementsController } from './routes/sandbox/sandbox-agreements.controller.js';
import { SandboxBatchRunsController } from './routes/sandbox/sandbox-batch-runs.controller.js';
import { SandboxCardAccountsController } from './routes/sandbox/sandbox-card-accounts.controller.js';
import { SandboxCardTransactionsController } from './routes/sandbox/sandbox-card-transactions.controller.js';
import { SandboxCustomersController } from './routes/sandbox/sandbox-customers.controller.js';
import { SandboxEngagementsController } from './routes/sandbox/sandbox-engagements.controller.js';
import { SandboxTransactionsController } from './routes/sandbox/sandbox-transactions.controller.js';
import { SandboxController } from './routes/sandbox/sandbox.controller.js';
import { TransactionsByHand } from './routes/sandbox/transactions-by-hand.js';
import { TppContactController } from './routes/tpp-contact/tpp-contact.controller.js';
import { UserController } from './routes/user/user.controller.js';
import { StatusController } from './status/status.controller.js';
import { SealController } from './seal/seal.controller.js';

const routes: Type[] = [
  InitiatePaymentController,
  PaymentStatusController,
  CreateBasketController,
  BasketStatusController,
  UserController,
  AccountsController,
  CardAccountsController,
  TransactionsController,
  FundsConfirmationController,
  AgreementsController,
  AskConsentController,
  ListConsentsController,
  ReadConsentController,
  EndConsentController,
  CancelPaymentController,
  PaymentAuthorisationsController,
  CancellationAuthorisationsController,
  DeleteBasketController,
  BasketAuthorisationsController,
  ConsentAuthorisationsController,
  TppContactController,
  HealthController,
  DescriptionController,
  StatusController,
  ExplorerController,
];

/** What production does not have. */
const sandboxRoutes: Type[] = [
  TutorialController,
  SandboxController,
  SandboxCustomersController,
  HeldAccountsController,
  HeldCardAccountsController,
  SandboxAccountsController,
  SandboxCardAccountsController,
  SandboxAgreementsController,
  SandboxEngagementsController,
  SandboxBatchRunsController,
  SandboxTransactionsController,
  SandboxCardTransactionsController,
];

/** The routes that depend on the settings of the gateway. */
interface OptionalRoutes extends Pick<BankSettings, 'responseSeal'> {
  readonly environment: 'sandbox' | 'production';
  readonly console?: object;
}

/** The routes of the gateway: one line per controller. */
@Module({})
export class GatewayModule {
  /** `provided`: settings, clients and telemetry of the process. */
  static with(
    { environment, responseSeal, console }: OptionalRoutes,
    provided: readonly Provider[],
  ): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        ...routes,
        ...(environment === 'sandbox' ? sandboxRoutes : []),
        ...(environment === 'sandbox' && console !== undefined ? [ConsoleCodesController] : []),
        ...(responseSeal === undefined ? [] : [SealController]),
      ],
      providers: [
        ...provided,
        Edge,
        Redirects,
        AccountAccess,
        TransactionPages,
        ...(environment === 'sandbox' ? [TransactionsByHand] : []),
        { provide: APP_FILTER, useClass: RequestErrorFilter },
      ],
    };
  }
}
