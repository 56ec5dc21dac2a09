import { setImmediate as nextTurn } from 'node:timers/promises';
import { readUntil, serviceOnABus } from '@nordgate/service/testing';
import { dayInOslo } from '@nordgate/contracts/rules';
import { accountsAppWith } from '../../accounts.module.js';
import { withSandbox } from '../accounts.sandbox.js';
import { noHistory } from '../known-history/known-history.js';
import { KnownDays } from './known-days.js';

describe('the known state of a day', () => {
  const decided: string[] = [];
  const historyUntil = (day: string) => {
    decided.push(day);
    return noHistory;
  };
  beforeEach(() => {
    decided.length = 0;
  });

  it('is decided at the start of a sandbox, before a TPP needs it', async () => {
    const app = withSandbox(accountsAppWith(), { historyUntil });
    const accounts = await serviceOnABus(app, ['batch.events.v1']);
    try {
      await readUntil(
        () => Promise.resolve([...decided]),
        ({ length }) => length > 0,
      );
      expect(decided).toEqual([dayInOslo(new Date())]);
    } finally {
      await accounts.stop();
    }
  });

  it('is not decided where a core has the customers, and in production nothing is', async () => {
    const app = withSandbox(accountsAppWith('core'), { isOfCore: true, historyUntil });
    const accounts = await serviceOnABus(app, ['batch.events.v1']);
    await nextTurn();
    await accounts.stop();
    expect(decided).toEqual([]);
    expect(accountsAppWith().work).toBeUndefined();
  });

  it('is decided once for all worlds of the day, and for three days at most', () => {
    const days = new KnownDays(historyUntil);
    const asked = ['2026-11-27', '2026-11-28', '2026-11-27', '2026-11-29', '2026-11-27'];
    for (const day of asked) days.of(day);
    expect(decided).toEqual(['2026-11-27', '2026-11-28', '2026-11-29']);
    for (const day of ['2026-11-30', '2026-11-28', '2026-11-29', '2026-11-27']) days.of(day);
    expect(decided.slice(3)).toEqual(['2026-11-30', '2026-11-27']);
  });
});
