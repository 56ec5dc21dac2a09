import { refuse } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { ProcessOwner } from '../clock/process-owner.js';
import { SimulatedClock } from '../clock/simulated-clock.js';
import { hasRefused, Psu } from './psu.js';

describe('a PSU who refuses at the approval site', () => {
  it('is confirmed by an authorisation that has failed for it', () => {
    expect(hasRefused({ is: 'failed', failure: { code: '', reason: 'refused' } })).toBe(true);
  });

  it('is not confirmed by one that was over, or by none', () => {
    expect(hasRefused({ is: 'failed', failure: { code: '', reason: 'expired' } })).toBe(false);
    expect(hasRefused({ is: 'finalised' })).toBe(false);
    expect(hasRefused(refuse('CONFLICT'))).toBe(false);
    expect(hasRefused(null)).toBe(false);
  });
});

describe('a PSU at the approval site', () => {
  const rightMs = Date.parse('2026-03-02T08:00:00Z');
  let clock: SimulatedClock;
  beforeEach(() => {
    clock = SimulatedClock.install(rightMs);
  });
  afterEach(() => clock.uninstall());

  it.each([
    ['the right clock', {}, '2026-03-02T08:00:00.000Z'],
    ['the world, which is ahead of it', { aheadMs: 3_600_000 }, '2026-03-02T09:00:00.000Z'],
  ])('acts at the time of %s, whatever the clock of the gateway says', async (_what, ahead, at) => {
    const executed: Command[] = [];
    const execute = (command: Command) => Promise.resolve(executed.push(command));
    const process = { owner: new ProcessOwner('sca') };
    const database = { pool: { query: () => Promise.resolve({ rows: [] }) } };
    const bank = { running: () => ({ process, commands: { execute }, database }) };
    const moment = () => Promise.resolve({ at: '2026-03-02T07:59:40.000Z', ...ahead });
    const person = { customerId: 'customer-1', account: '', accountId: '' };
    const psu = new Psu(bank as never, { moment } as never, person, 1);
    const isRevoked = await clock.run(psu.revoke('consent-1'), 1000);
    expect(isRevoked).toBe(true);
    expect(executed.map(({ meta }) => meta)).toEqual([{ at, actor: 'psu', ...ahead }]);
  });
});
