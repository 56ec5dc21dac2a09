import { PSD2_ROLES } from '@nordgate/signature';
import type { Psd2Role } from '@nordgate/signature';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import { requireRole } from '../trust/tpp-trust.source.js';
import type { RouteRequirements } from '../request/route-requirements.js';

const payments = ['PSP_PI'] as const;
const accounts = ['PSP_AI'] as const;
const either = ['PSP_PI', 'PSP_AI'] as const;
const service = '/v1/:service/:product';

/** The roles of which a TPP needs one, by route. `:service` stands for each of the payment services. */
const rolesByRoute: Readonly<Record<string, readonly Psd2Role[]>> = {
  [`POST ${service}`]: payments,
  [`GET ${service}/:id`]: payments,
  [`DELETE ${service}/:id`]: payments,
  [`GET ${service}/:id/status`]: payments,
  [`POST ${service}/:id/authorisations`]: payments,
  [`GET ${service}/:id/authorisations`]: payments,
  [`GET ${service}/:id/authorisations/:authorisationId`]: payments,
  [`POST ${service}/:id/cancellation-authorisations`]: payments,
  [`GET ${service}/:id/cancellation-authorisations`]: payments,
  [`GET ${service}/:id/cancellation-authorisations/:authorisationId`]: payments,
  'POST /v1/signing-baskets': payments,
  'GET /v1/signing-baskets/:id': payments,
  'DELETE /v1/signing-baskets/:id': payments,
  'GET /v1/signing-baskets/:id/status': payments,
  'POST /v1/signing-baskets/:id/authorisations': payments,
  'GET /v1/signing-baskets/:id/authorisations': payments,
  'GET /v1/signing-baskets/:id/authorisations/:authorisationId': payments,
  'GET /v1/user': either,
  'GET /v1/agreements': either,
  'GET /v1/accounts': accounts,
  'GET /v1/accounts/:id': accounts,
  'GET /v1/accounts/:id/balances': accounts,
  'GET /v1/accounts/:id/transactions': accounts,
  'GET /v1/accounts/:id/transactions/:transactionId': accounts,
  'GET /v1/card-accounts': accounts,
  'GET /v1/card-accounts/:id': accounts,
  'GET /v1/card-accounts/:id/balances': accounts,
  'GET /v1/card-accounts/:id/transactions': accounts,
  'GET /v1/card-accounts/:id/transactions/:transactionId': accounts,
  'POST /v1/funds-confirmations': ['PSP_IC'],
  'GET /v1/bank-offered-consents': accounts,
  'POST /v1/bank-offered-consents': accounts,
  'GET /v1/bank-offered-consents/:id': accounts,
  'DELETE /v1/bank-offered-consents/:id': accounts,
  'GET /v1/bank-offered-consents/:id/status': accounts,
  'POST /v1/bank-offered-consents/:id/authorisations': accounts,
  'GET /v1/bank-offered-consents/:id/authorisations': accounts,
  'GET /v1/bank-offered-consents/:id/authorisations/:authorisationId': accounts,
  'POST /v1/consents': accounts,
  'GET /v1/consents/:id': accounts,
  'DELETE /v1/consents/:id': accounts,
  'GET /v1/consents/:id/status': accounts,
  'POST /v1/consents/:id/authorisations': accounts,
  'GET /v1/consents/:id/authorisations': accounts,
  'GET /v1/consents/:id/authorisations/:authorisationId': accounts,
  'POST /v1/sandbox/initialize': PSD2_ROLES,
  'POST /v1/sandbox/accounts': PSD2_ROLES,
  'GET /v1/sandbox/accounts/:accountId': PSD2_ROLES,
  'PUT /v1/sandbox/accounts/:accountId': PSD2_ROLES,
  'DELETE /v1/sandbox/accounts/:accountId': PSD2_ROLES,
  'POST /v1/sandbox/card-accounts': PSD2_ROLES,
  'GET /v1/sandbox/card-accounts/:cardAccountId': PSD2_ROLES,
  'PUT /v1/sandbox/card-accounts/:cardAccountId': PSD2_ROLES,
  'DELETE /v1/sandbox/card-accounts/:cardAccountId': PSD2_ROLES,
  'POST /v1/sandbox/card-accounts/:cardAccountId/transactions': PSD2_ROLES,
  'GET /v1/sandbox/card-accounts/:cardAccountId/transactions/:transactionId': PSD2_ROLES,
  'PUT /v1/sandbox/card-accounts/:cardAccountId/transactions/:transactionId': PSD2_ROLES,
  'DELETE /v1/sandbox/card-accounts/:cardAccountId/transactions/:transactionId': PSD2_ROLES,
  'POST /v1/sandbox/accounts/:accountId/transactions': PSD2_ROLES,
  'GET /v1/sandbox/accounts/:accountId/transactions/:transactionId': PSD2_ROLES,
  'PUT /v1/sandbox/accounts/:accountId/transactions/:transactionId': PSD2_ROLES,
  'DELETE /v1/sandbox/accounts/:accountId/transactions/:transactionId': PSD2_ROLES,
  'GET /v1/sandbox/customers': PSD2_ROLES,
  'POST /v1/sandbox/customers': PSD2_ROLES,
  'GET /v1/sandbox/customers/:customerId': PSD2_ROLES,
  'PUT /v1/sandbox/customers/:customerId': PSD2_ROLES,
  'DELETE /v1/sandbox/customers/:customerId': PSD2_ROLES,
  'POST /v1/sandbox/customers/:customerId/accounts': PSD2_ROLES,
  'GET /v1/sandbox/customers/:customerId/accounts/:accountId': PSD2_ROLES,
  'PUT /v1/sandbox/customers/:customerId/accounts/:accountId': PSD2_ROLES,
  'DELETE /v1/sandbox/customers/:customerId/accounts/:accountId': PSD2_ROLES,
  'POST /v1/sandbox/customers/:customerId/card-accounts': PSD2_ROLES,
  'GET /v1/sandbox/customers/:customerId/card-accounts/:cardAccountId': PSD2_ROLES,
  'PUT /v1/sandbox/customers/:customerId/card-accounts/:cardAccountId': PSD2_ROLES,
  'DELETE /v1/sandbox/customers/:customerId/card-accounts/:cardAccountId': PSD2_ROLES,
  'GET /v1/sandbox/agreements': PSD2_ROLES,
  'POST /v1/sandbox/agreements': PSD2_ROLES,
  'GET /v1/sandbox/agreements/:agreementId': PSD2_ROLES,
  'PUT /v1/sandbox/agreements/:agreementId': PSD2_ROLES,
  'DELETE /v1/sandbox/agreements/:agreementId': PSD2_ROLES,
  'POST /v1/sandbox/agreements/:agreementId/engagements': PSD2_ROLES,
  'GET /v1/sandbox/agreements/:agreementId/engagements/:engagementId': PSD2_ROLES,
  'PUT /v1/sandbox/agreements/:agreementId/engagements/:engagementId': PSD2_ROLES,
  'DELETE /v1/sandbox/agreements/:agreementId/engagements/:engagementId': PSD2_ROLES,
  'POST /v1/sandbox/batch-runs': PSD2_ROLES,
  'GET /v1/sandbox/batch-runs/:runId': PSD2_ROLES,
  'GET /v1/sandbox/clock': PSD2_ROLES,
  'PUT /v1/sandbox/clock': PSD2_ROLES,
  'POST /v1/sandbox/payments/:paymentId/changes': PSD2_ROLES,
  'POST /v1/sandbox/payments/:paymentId/cancellations': PSD2_ROLES,
  'POST /v1/sandbox/payments/:paymentId/execution-refusals': PSD2_ROLES,
  'POST /v1/sandbox/bank-offered-consents/:consentId/revocations': PSD2_ROLES,
  'GET /v1/tpp/contact': PSD2_ROLES,
  'PUT /v1/tpp/contact': PSD2_ROLES,
  'DELETE /v1/tpp/contact': PSD2_ROLES,
};

/** All 16 combinations of the four roles. */
const combinations: readonly (readonly Psd2Role[])[] = Array.from(
  { length: 2 ** PSD2_ROLES.length },
  (_, bits) => PSD2_ROLES.filter((_role, at) => (bits & (2 ** at)) !== 0),
);

describe('a signed route', () => {
  let gateway: StubbedGateway;
  beforeAll(async () => {
    gateway = await startStubbedGateway();
  });
  afterAll(() => gateway.stop());

  const signedRoutes = () =>
    gateway.routes.flatMap(({ method, url, requirements }) =>
      requirements === 'unsigned' || method === 'HEAD' ? [] : [{ method, url, requirements }],
    );
  const nameOf = ({ method, url }: { readonly method: string; readonly url: string }) =>
    `${method} ${url.replace(/^\/v1\/(periodic-|bulk-)?payments/, '/v1/:service')}`;

  const requirementsOf = (route: string): RouteRequirements => {
    const found = signedRoutes().find((one) => nameOf(one) === route);
    if (found === undefined) throw new Error(`no route ${route}`);
    return found.requirements;
  };

  it('stands in the table of roles', () => {
    const named = new Set(signedRoutes().map(nameOf));
    expect([...named].sort()).toEqual(Object.keys(rolesByRoute).sort());
  });

  it.each(Object.entries(rolesByRoute))(
    'admits to %s exactly the TPPs with one of its roles, over all combinations',
    (route, roles) => {
      const requirements = requirementsOf(route);
      const isAdmitted = (has: readonly Psd2Role[]) => {
        try {
          requireRole(has, requirements);
          return true;
        } catch {
          return false;
        }
      };
      expect(combinations.filter(isAdmitted)).toEqual(
        combinations.filter((has) => has.some((role) => roles.includes(role))),
      );
    },
  );
});
