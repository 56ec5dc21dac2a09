import { ListStoppedTpps } from '@nordgate/contracts/queries';
import type { OperatorRequest } from '@nordgate/contracts/commands';
import { OperationError } from '@nordgate/service';
import { startOperatedAccounts } from '../testing/operated-accounts.int.js';
import type { OperatedAccounts } from '../testing/operated-accounts.int.js';

const first = 'PSDNO-FSA-100000001';
const second = 'PSDNO-FSA-100000002';

let accounts: OperatedAccounts;
let lastId = 0;

beforeAll(async () => {
  accounts = await startOperatedAccounts('accounts-stops');
});
afterAll(() => accounts.stop());

const operate = (request: OperatorRequest) => accounts.operate(request);
const id = () => `request-${String((lastId += 1))}`;
const stop = (tppId: string, until?: string, by = id()) => {
  return operate({ name: 'StopTpp', id: by, tppId, until, reason: 'a reason' });
};
const release = (tppId: string) => operate({ name: 'ReleaseTpp', id: id(), tppId });
const stoppedOn = async (day: string) =>
  (await accounts.queries.ask(new ListStoppedTpps(day))).map(({ tppId }) => tppId);

describe('the list of stopped TPPs', () => {
  afterEach(async () => {
    await release(first);
    await release(second);
  });

  it('has whom the operator stopped, in order, and no longer whom it released', async () => {
    await stop(second);
    await stop(first);
    expect(await stoppedOn('2026-11-20')).toEqual([first, second]);
    await release(second);
    expect(await stoppedOn('2026-11-20')).toEqual([first]);
  });

  it('tells until when, why and since when', async () => {
    await stop(first, '2098-01-31');
    expect(await accounts.queries.ask(new ListStoppedTpps('2026-11-20'))).toEqual([
      {
        tppId: first,
        until: '2098-01-31',
        reason: 'a reason',
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      },
    ]);
    expect(await operate({ name: 'ListStoppedTpps' })).toHaveLength(1);
  });

  it('has a TPP through its last day', async () => {
    await stop(first, '2098-01-31');
    expect(await stoppedOn('2098-01-31')).toEqual([first]);
    expect(await stoppedOn('2098-02-01')).toEqual([]);
  });

  it('takes the same request twice as one', async () => {
    await stop(first, undefined, 'request-twice');
    await release(first);
    await stop(first, undefined, 'request-twice');
    expect(await stoppedOn('2026-11-20')).toEqual([]);
  });

  it('refuses what cannot be done', async () => {
    await expect(stop(first, '2020-01-31')).rejects.toThrow(OperationError);
    await expect(stop('NO-1')).rejects.toThrow('tppId');
    expect(await stoppedOn('2019-01-01')).toEqual([]);
  });
});
