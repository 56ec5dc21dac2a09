import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import { createLog } from '@nordgate/telemetry';
import { ServiceUnavailableError } from '../queries/query-client.js';
import { MaintenanceWatch } from './maintenance-watch.js';

const window: MaintenanceWindow = {
  from: '2026-11-28T01:00:00.000Z',
  until: '2026-11-28T03:00:00.000Z',
  readsGoOn: false,
};
const during = new Date(window.from);
const before = new Date('2026-11-28T00:59:59.999Z');

function aWatch() {
  const accounts: { answer?: readonly MaintenanceWindow[] } = {};
  const lines: string[] = [];
  const ask = () =>
    accounts.answer === undefined
      ? Promise.reject(new ServiceUnavailableError('away'))
      : Promise.resolve(accounts.answer as never);
  const log = createLog({ app: 'test', destination: { write: (line) => void lines.push(line) } });
  return { accounts, lines, watch: new MaintenanceWatch({ queries: { ask }, log }) };
}

describe('the watch of maintenance', () => {
  it('knows no window before accounts has answered', async () => {
    const { watch } = aWatch();
    await watch.look();
    expect(watch.running(during)).toBeUndefined();
  });

  it('knows the window that runs, and those ahead', async () => {
    const { accounts, watch } = aWatch();
    accounts.answer = [window];
    await watch.look();
    expect([watch.running(before), watch.running(during)]).toEqual([undefined, window]);
    expect([watch.ahead(before), watch.ahead(during)]).toEqual([[window], []]);
  });

  it('keeps its windows while accounts is down, and says so once', async () => {
    const { accounts, lines, watch } = aWatch();
    accounts.answer = [window];
    await watch.look();
    delete accounts.answer;
    await watch.look();
    await watch.look();
    expect(watch.running(during)).toEqual(window);
    expect(lines).toHaveLength(1);
    accounts.answer = [];
    await watch.look();
    expect(watch.running(during)).toBeUndefined();
  });
});
