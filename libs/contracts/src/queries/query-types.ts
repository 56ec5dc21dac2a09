import { GetAccess, GetConsent } from './access-queries.js';
import { GetActingCustomer, GetSandboxCustomers, GetSandboxGeneration } from './account-queries.js';
import { GetBasket, GetOpenBaskets } from './basket-queries.js';
import { GetPayment, GetPayments, GetPaymentsToSign } from './payment-queries.js';
import type { QueriedService, ServiceQuery } from './query.js';
import {
  GetAuthorisation,
  GetAuthorisations,
  GetCustomerOfPsu,
  GetSession,
} from './sca-queries.js';
import { ListStoppedTpps } from './stop-queries.js';

/** The class of a query, as far as its way between processes goes. */
export interface QueryType {
  /** What it travels under. */
  readonly name: string;
  readonly service: QueriedService;
  readonly fields: Readonly<Record<string, (value: unknown) => boolean>>;
  readonly prototype: ServiceQuery<unknown>;
}

/** Every query of the system. */
export const queryTypes: readonly QueryType[] = [
  GetAccess,
  GetActingCustomer,
  GetAuthorisation,
  GetAuthorisations,
  GetBasket,
  GetConsent,
  GetCustomerOfPsu,
  GetOpenBaskets,
  GetPayment,
  GetPayments,
  GetPaymentsToSign,
  GetSandboxCustomers,
  GetSandboxGeneration,
  GetSession,
  ListStoppedTpps,
];

const typeByName: ReadonlyMap<string, QueryType> = new Map(
  queryTypes.map((type) => [type.name, type]),
);

/** The query of a service that travels under this name, if there is one. */
export function queryTypeOf(service: QueriedService, name: string): QueryType | undefined {
  const type = typeByName.get(name);
  return type?.service === service ? type : undefined;
}
