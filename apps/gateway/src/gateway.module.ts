import { Module } from '@nestjs/common';
import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { BankSettings } from './access/edge.service.js';
import { Edge } from './access/edge.service.js';
import { Redirects } from './access/redirects.service.js';
import { DescriptionController } from './description/description.controller.js';
import { ExplorerController } from './description/explorer.controller.js';
import { HealthController, StatusController } from './status/status.controller.js';
import { RequestErrorFilter } from './reply/request-error.filter.js';
import { AccountAccess } from './routes/accounts/account-access.service.js';
import { AccountsController } from './routes/accounts/accounts.controller.js';
import { AgreementsController } from './routes/accounts/agreements.controller.js';
import { CardAccountsController } from './routes/accounts/card-accounts.controller.js';
import { TransactionPages } from './routes/accounts/transaction-pages.service.js';
import { TransactionsController } from './routes/accounts/transactions.controller.js';
import { BasketAuthorisationsController } from './routes/authorisations/basket-authorisations.controller.js';
import {
  CancellationAuthorisationsController,
  PaymentAuthorisationsController,
} from './routes/authorisations/payment-authorisations.controller.js';
import {
  BasketStatusController,
  DeleteBasketController,
} from './routes/baskets/basket.controller.js';
import { CancelPaymentController } from './routes/cancel-payment/cancel-payment.controller.js';
import { ConsentAuthorisationsController } from './routes/authorisations/consent-authorisations.controller.js';
import { AskConsentController } from './routes/consents/ask-consent.controller.js';
import { EndConsentController } from './routes/consents/end-consent.controller.js';
import {
  ListConsentsController,
  ReadConsentController,
} from './routes/consents/read-consents.controller.js';
import { CreateBasketController } from './routes/create-basket/create-basket.controller.js';
import { FundsConfirmationController } from './routes/funds-confirmation/funds-confirmation.controller.js';
import { InitiatePaymentController } from './routes/initiate-payment/initiate-payment.controller.js';
import { PaymentStatusController } from './routes/payment-status/payment-status.controller.js';
import { TppContactController } from './routes/tpp-contact/tpp-contact.controller.js';
import { UserController } from './routes/user/user.controller.js';
import { SealController } from './seal/seal.hook.js';

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

/** What a sandbox adds to the gateway. */
export interface AddedRoutes {
  readonly controllers: readonly Type[];
  readonly providers: readonly Provider[];
}

/** The routes that depend on the settings of the gateway. */
interface OptionalRoutes extends Pick<BankSettings, 'responseSeal'> {
  readonly added?: AddedRoutes;
}

/** The routes of the gateway: one line per controller. */
@Module({})
export class GatewayModule {
  /** `provided`: settings, clients and telemetry of the process. */
  static with(
    { responseSeal, added }: OptionalRoutes,
    provided: readonly Provider[],
  ): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        ...routes,
        ...(added?.controllers ?? []),
        ...(responseSeal === undefined ? [] : [SealController]),
      ],
      providers: [
        ...provided,
        Edge,
        Redirects,
        AccountAccess,
        TransactionPages,
        ...(added?.providers ?? []),
        { provide: APP_FILTER, useClass: RequestErrorFilter },
      ],
    };
  }
}
