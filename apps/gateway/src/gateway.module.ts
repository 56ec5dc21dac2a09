import { Module } from '@nestjs/common';
import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Edge } from './access/edge.js';
import { Redirects } from './access/redirects.js';
import { AccountAccess } from './accounts/account-access.js';
import { AccountsHttp } from './accounts/accounts.http.js';
import { AgreementsHttp } from './accounts/agreements.http.js';
import { BasketAuthorisationsHttp } from './authorisations/basket-authorisations.http.js';
import { CancellationAuthorisationsHttp } from './authorisations/cancellation-authorisations.http.js';
import { PaymentAuthorisationsHttp } from './authorisations/payment-authorisations.http.js';
import { BasketStatusHttp } from './basket-status/basket-status.http.js';
import { CancelPaymentHttp } from './cancel-payment/cancel-payment.http.js';
import { AskedConsents } from './consents/asked-consents.js';
import { ConsentsHttp } from './consents/consents.http.js';
import { EndConsentHttp } from './consents/end-consent.http.js';
import { ReadConsentHttp } from './consents/read-consent.http.js';
import { CreateBasketHttp } from './create-basket/create-basket.http.js';
import { DeleteBasketHttp } from './delete-basket/delete-basket.http.js';
import { DescriptionHttp } from './description/description.http.js';
import { HealthHttp } from './health/health.http.js';
import { InitiatePaymentHttp } from './initiate-payment/initiate-payment.http.js';
import { PaymentStatusHttp } from './payment-status/payment-status.http.js';
import { RefusedFilter } from './reply/refused.filter.js';
import { SandboxHttp } from './sandbox/sandbox.http.js';
import { SealHttp } from './seal/seal.http.js';
import type { GatewaySettings } from './gateway.settings.js';
import { UserHttp } from './user/user.http.js';

const routes: Type[] = [
  InitiatePaymentHttp,
  PaymentStatusHttp,
  CreateBasketHttp,
  BasketStatusHttp,
  UserHttp,
  AccountsHttp,
  AgreementsHttp,
  ConsentsHttp,
  ReadConsentHttp,
  EndConsentHttp,
  CancelPaymentHttp,
  PaymentAuthorisationsHttp,
  CancellationAuthorisationsHttp,
  DeleteBasketHttp,
  BasketAuthorisationsHttp,
  HealthHttp,
  DescriptionHttp,
];

/** What the gateway serves: one line per group of routes. */
@Module({})
export class GatewayModule {
  /** `provided`: settings, clients and telemetry of the process. */
  static with(
    { environment, responseSeal }: Pick<GatewaySettings, 'environment' | 'responseSeal'>,
    provided: readonly Provider[],
  ): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        ...routes,
        ...(environment === 'sandbox' ? [SandboxHttp] : []),
        ...(responseSeal === undefined ? [] : [SealHttp]),
      ],
      providers: [
        ...provided,
        Edge,
        Redirects,
        AskedConsents,
        AccountAccess,
        { provide: APP_FILTER, useClass: RefusedFilter },
      ],
    };
  }
}
