import {
  GetAuthorisation,
  GetAuthorisations,
  GetBasket,
  GetBatchRun,
  GetConsent,
  GetPayment,
  GetPayments,
  GetSandboxCustomers,
} from '@nordgate/contracts/queries';
import { streamOf } from './query-client.js';

describe('the stream of a query', () => {
  it.each([
    [new GetPayment('t', '1'), 'payment-1'],
    [new GetBasket('t', '1'), 'basket-1'],
    [new GetAuthorisation('t', '1'), 'authorisation-1'],
    [new GetAuthorisations('t', 'payment', '1'), 'payment-1'],
    [new GetAuthorisations('t', 'cancellation', '1'), 'payment-1'],
    [new GetAuthorisations('t', 'basket', '1'), 'basket-1'],
    [new GetAuthorisations('t', 'access', '1'), 'authorisation-1'],
    [new GetConsent('t', '1'), 'authorisation-1'],
    [new GetBatchRun('1', null), 'batch-run-1'],
  ])('of %j is %s', (query, stream) => {
    expect(streamOf(query)).toBe(stream);
  });

  it.each([[new GetPayments('t', ['1'])], [new GetSandboxCustomers(0)]])(
    'of %j is unknown, because the query reads several streams or none',
    (query) => {
      expect(streamOf(query)).toBeUndefined();
    },
  );
});
