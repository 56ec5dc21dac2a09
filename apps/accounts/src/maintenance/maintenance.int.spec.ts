import { GetMaintenance } from '@nordgate/contracts/queries';
import type { OperatorRequest } from '@nordgate/contracts/commands';
import { defined } from '@nordgate/decider';
import { startOperatedAccounts } from '../testing/operated-accounts.int.js';
import type { OperatedAccounts } from '../testing/operated-accounts.int.js';

let accounts: OperatedAccounts;
let lastId = 0;

beforeAll(async () => {
  accounts = await startOperatedAccounts('accounts-maintenance');
});
afterAll(() => accounts.stop());

const operate = (request: OperatorRequest) => accounts.operate(request);
const id = () => `request-${String((lastId += 1))}`;

describe('the windows of maintenance', () => {
  const windows = () => accounts.queries.ask(new GetMaintenance());
  const plan = (from: string | undefined, until: string) =>
    operate({ name: 'PlanMaintenance', id: id(), ...defined({ from }), until, readsGoOn: true });

  it('are what the operator announced, until it takes them back', async () => {
    const in2Days = (hour: number) =>
      new Date(Date.now() + 48 * 3_600_000 + hour * 3_600_000).toISOString();
    const window = { from: in2Days(0), until: in2Days(2), readsGoOn: true };
    expect(await plan(window.from, window.until)).toEqual({ windows: [window] });
    expect(await windows()).toEqual([window]);
    expect(await operate({ name: 'ListMaintenance' })).toEqual([window]);
    await expect(plan(in2Days(1), in2Days(3))).rejects.toThrow('it overlaps the window from');
    const ended = await operate({ name: 'EndMaintenance', id: id(), from: window.from });
    expect(ended).toEqual({ windows: [] });
    expect(await windows()).toEqual([]);
  });

  it('begin at once without a begin, and end by a request', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await plan(undefined, until);
    const [running] = await windows();
    expect(running).toMatchObject({ until, readsGoOn: true });
    expect(Date.parse(running?.from ?? '')).toBeLessThanOrEqual(Date.now());
    expect(await operate({ name: 'EndMaintenance', id: id() })).toEqual({ windows: [] });
  });
});
