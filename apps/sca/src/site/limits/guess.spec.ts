import { createSecretKey } from 'node:crypto';
import { defaultTimers } from '@nordgate/contracts/profile';
import type { ScaSettings } from '../../sca.settings.js';
import { testApprovalKey, testApprovals } from '@nordgate/contracts/testing';
import { GuessService } from './guess.service.js';
import type { TakenTry, WrongTries } from './wrong-tries.rows.js';

const set = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 1)) } };
const settings: ScaSettings = {
  ...{ host: '127.0.0.1', port: 0, environment: 'sandbox', timers: defaultTimers },
  approvals: testApprovals,
  keys: { code: set, cookies: set, approvals: testApprovalKey, ids: { current: 'A', keys: {} } },
};

/** Counters that answer the same to every try. */
class FakeTries {
  readonly taken: string[] = [];
  readonly givenBack: string[] = [];

  constructor(private readonly answer: TakenTry) {}

  take(counter: string): Promise<TakenTry> {
    this.taken.push(counter);
    return Promise.resolve(this.answer);
  }

  forget(): Promise<void> {
    return Promise.resolve();
  }

  giveBack(counter: string): Promise<void> {
    this.givenBack.push(counter);
    return Promise.resolve();
  }
}

const guessesWith = (tries: FakeTries) =>
  new GuessService(tries as unknown as WrongTries, settings);

describe('a guess', () => {
  it('of an address that goes on after a refusal is refused without the database', async () => {
    const tries = new FakeTries({ is: 'refused', seconds: 20 });
    const guesses = guessesWith(tries);
    for (let wrong = 0; wrong < 3; wrong += 1) {
      const refusal = expect.objectContaining({ kind: 'too-many', retrySeconds: 20 }) as unknown;
      await expect(guesses.wrongLink('192.0.2.1')).rejects.toEqual(refusal);
    }
    expect(tries.taken).toHaveLength(1);
    await expect(guesses.wrongLink('192.0.2.2')).rejects.toThrow('too-many');
    expect(tries.taken).toHaveLength(2);
  });

  it('is not checked after a refusal', async () => {
    const guesses = guessesWith(new FakeTries({ is: 'refused', seconds: 20 }));
    let checks = 0;
    const check = () => Promise.resolve({ outcome: (checks += 1), isWrong: true });
    await expect(guesses.logIn('192.0.2.1', check)).rejects.toThrow('too-many');
    const both = { address: '192.0.2.1', customerId: 'cus-1' };
    await expect(guesses.code(both, check)).rejects.toThrow('too-many');
    expect(checks).toBe(0);
  });

  it('that nobody could check does not count, for the address or the customer', async () => {
    const tries = new FakeTries({ is: 'taken', before: 0 });
    const both = { address: '192.0.2.1', customerId: 'cus-1' };
    const down = () => Promise.reject(new Error('payments is down'));
    await expect(guessesWith(tries).code(both, down)).rejects.toThrow('payments is down');
    expect(tries.taken).toHaveLength(2);
    expect(tries.givenBack).toEqual(tries.taken);
  });
});
