import { operatedBy, operatorRequestFrom } from './operator-request.js';

const stop = {
  name: 'StopTpp',
  id: '6e7a4c7e-2f0d-4a4e-8d55-1f2d3c4b5a69',
  tppId: 'PSDNO-FSA-123456789',
  until: '2027-01-31',
  reason: 'too many requests',
};
const forEver = { ...stop, until: undefined };
const cancel = {
  name: 'CancelPayment',
  id: stop.id,
  paymentId: 'a1f0c3d2e4b5968778695a4b3c2d1e0f',
};
const plan = {
  name: 'PlanMaintenance',
  id: stop.id,
  from: '2026-11-28T01:00:00.000Z',
  until: '2026-11-28T03:00:00.000Z',
  readsGoOn: true,
};
const release = { name: 'ReleaseTpp', id: stop.id, tppId: stop.tppId };

describe('the service that carries out a request', () => {
  it.each([
    ['a hold of a payment', { ...cancel, name: 'HoldPayment', reason: 'x' }, 'batch'],
    ['a hold of a TPP', { ...release, name: 'HoldTpp', reason: 'x' }, 'batch'],
    ['a cancellation', cancel, 'payments'],
    ['a stop', stop, 'accounts'],
    ['a list of parked messages', { name: 'ListParked', service: 'sca' }, 'sca'],
  ])('of %s is the right one', (_what, request, service) => {
    expect(operatedBy(request as Parameters<typeof operatedBy>[0])).toBe(service);
  });
});

describe('a request of the operator', () => {
  it.each([
    ['a stop until a day', stop],
    ['a stop without an end', forEver],
    ['a release', release],
    ['a cancellation', cancel],
    ['a change', { ...cancel, name: 'ChangePayment', body: {} }],
    ['a window of maintenance', plan],
    ['maintenance from now on', { ...plan, from: undefined, readsGoOn: false }],
    ['the end of maintenance', { name: 'EndMaintenance', id: stop.id }],
    ['the end of a window', { name: 'EndMaintenance', id: stop.id, from: plan.from }],
    ['a list of maintenance', { name: 'ListMaintenance' }],
    ['a list', { name: 'ListStoppedTpps' }],
    ['a list of parked messages', { name: 'ListParked', service: 'sca' }],
    ['a retry', { name: 'RetryParked', service: 'payments', seq: '17', dryRun: true }],
    ['a list after a message', { name: 'ListParked', service: 'sca', consumer: 'sca', after: '9' }],
    [
      'a count of parked messages',
      { name: 'CountParked', service: 'sca', consumer: 'sca.baskets' },
    ],
    [
      'a retry of the next message',
      { name: 'RetryNextParked', service: 'sca', after: '0', upTo: '9', dryRun: false },
    ],
    ['a list of runs', { name: 'ListBatchRuns' }],
    ['a look at a run on demand', { name: 'ShowBatchRun', runId: '2030-03-01-now-2.3' }],
    ['a run now', { name: 'StartBatchRun', id: stop.id }],
    ['a hold of a payment', { ...cancel, name: 'HoldPayment', reason: 'reported' }],
    ['the end of a hold of a TPP', { ...release, name: 'ReleaseHeldTpp', reason: 'checked' }],
    ['a list of holds', { name: 'ListHolds' }],
    ['a look into a stream', { name: 'ShowStream', service: 'sca', stream: 's-1', reveal: false }],
  ])('may be %s', (_what, request) => {
    expect(operatorRequestFrom(JSON.parse(JSON.stringify(request)))).toEqual({ request });
  });

  it.each([
    ['of an unknown name', { name: 'StopAll' }, 'no such operation'],
    ['of a name of the prototype', { name: 'constructor' }, 'no such operation'],
    ['without an id', { ...release, id: undefined }, 'id'],
    ['without an identifier of PSD2', { ...stop, tppId: 'NO-1' }, 'tppId'],
    ['with a line break in the identifier', { ...stop, tppId: 'PSDNO-FSA-1\n2' }, 'tppId'],
    ['until a day that never was', { ...stop, until: '2027-02-30' }, 'until'],
    ['until a time without seconds', { ...plan, until: '2026-11-28T03:00Z' }, 'until'],
    ['until a time of another zone', { ...plan, until: '2026-11-28T03:00:00.000+01:00' }, 'until'],
    ['from a day that never was', { ...plan, from: '2027-02-30T03:00:00.000Z' }, 'from'],
    ['that leaves open whether reads go on', { ...plan, readsGoOn: undefined }, 'readsGoOn'],
    ['without a reason', { ...stop, reason: '' }, 'reason'],
    ['with a long reason', { ...stop, reason: 'x'.repeat(201) }, 'reason'],
    ['with a control character', { ...stop, reason: 'a\u0000b' }, 'reason'],
    ['with a field more', { ...release, until: '2027-01-31' }, 'does not have'],
    ['of a payment by another id', { ...cancel, paymentId: 'Apofuz' }, 'paymentId'],
    ['of a hold without a reason', { ...cancel, name: 'HoldPayment' }, 'reason'],
    ['of a run by another id', { name: 'ShowBatchRun', runId: '2030-03-01' }, 'runId'],
    ['of a change to nothing', { ...cancel, name: 'ChangePayment', body: null }, 'body'],
    ['to a service that there is not', { name: 'ListParked', service: 'ledger' }, 'service'],
    [
      'of a retry without an end',
      { name: 'RetryNextParked', service: 'sca', after: '0', dryRun: false },
      'upTo',
    ],
    [
      'of a consumer with a space',
      { name: 'CountParked', service: 'sca', consumer: 'a b' },
      'consumer',
    ],
    [
      'of a retry that leaves open whether it is a dry run',
      { name: 'RetryParked', service: 'payments', seq: '17' },
      'dryRun',
    ],
    ['that is a list', [], 'object'],
    ['that is null', null, 'object'],
  ])('%s is refused', (_what, body, fault) => {
    expect(operatorRequestFrom(body)).toEqual({ fault: expect.stringContaining(fault) as string });
  });
});
