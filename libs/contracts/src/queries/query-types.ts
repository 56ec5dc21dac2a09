import {
  GetAccess,
  GetAccountAccess,
  GetConsent,
  GetConsentInForce,
  GiveBackRead,
} from './access-queries.js';
import {
  GetActingCustomer,
  GetSandboxAgreements,
  GetSandboxCustomer,
  GetSandboxCustomers,
  GetSandboxGeneration,
  GetTppContact,
  IdentifyCustomer,
  ListStoppedTpps,
  ListTppContacts,
} from './account-queries.js';
import { GetBatchRun, GetUnseenOrders } from './batch-queries.js';
import { GetBasket, GetOpenBaskets } from './basket-queries.js';
import {
  GetTppBaskets,
  GetTppPayments,
  GetTppRequests,
  KeepConsoleCode,
} from './console-queries.js';
import {
  GetFunds,
  GetReadableAccounts,
  GetSandboxTransaction,
  GetTransaction,
  GetTransactions,
} from './ledger-queries.js';
import {
  GetApprovedPayments,
  GetPayment,
  GetPayments,
  GetPaymentsToSign,
} from './payment-queries.js';
import {
  FindSandboxCustomer,
  FindSandboxNumbers,
  GetSandboxAccount,
  GetSandboxCardAccount,
  ListSandboxCustomers,
} from './sandbox-queries.js';
import { queryList } from './query.js';
import type { QueriedService, QueryType } from './query.js';
import {
  GetAuthorisation,
  GetAuthorisations,
  GetCompletedContexts,
  GetCustomerOfPsu,
  GetSession,
} from './sca-queries.js';

/** Every query of the system. */
export const queryTypes = queryList(
  FindSandboxCustomer,
  FindSandboxNumbers,
  GetAccess,
  GetAccountAccess,
  GetActingCustomer,
  GetApprovedPayments,
  GetAuthorisation,
  GetAuthorisations,
  GetBasket,
  GetBatchRun,
  GetCompletedContexts,
  GetConsent,
  GetConsentInForce,
  GetCustomerOfPsu,
  GetFunds,
  GetOpenBaskets,
  GetPayment,
  GetPayments,
  GetPaymentsToSign,
  GetReadableAccounts,
  GetSandboxAccount,
  GetSandboxAgreements,
  GetSandboxCardAccount,
  GetSandboxCustomer,
  GetSandboxCustomers,
  GetSandboxGeneration,
  GetSandboxTransaction,
  GetSession,
  GetTppBaskets,
  GetTppContact,
  GetTppPayments,
  GetTppRequests,
  GetTransaction,
  GetTransactions,
  GetUnseenOrders,
  GiveBackRead,
  IdentifyCustomer,
  KeepConsoleCode,
  ListSandboxCustomers,
  ListStoppedTpps,
  ListTppContacts,
);

const typeByName: ReadonlyMap<string, QueryType> = new Map(
  queryTypes.map((type) => [type.name, type]),
);

/** The query of a service that travels under this name, if there is one. */
export function queryTypeOf(service: QueriedService, name: string): QueryType | undefined {
  const type = typeByName.get(name);
  return type?.service === service ? type : undefined;
}
