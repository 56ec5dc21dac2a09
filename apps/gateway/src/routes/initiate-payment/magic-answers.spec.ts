/** @jest-environment-options {"ownModules": true} */
import { jest } from '@jest/globals';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { RequestError } from '../../reply/request-error.js';
import { magicAnswer } from './magic-answers.js';

const sandbox = { environment: 'sandbox' } as const;
const to = (bban: string) =>
  ({ creditorAccount: { bban, currency: 'NOK' } }) as unknown as PaymentInstruction;
const bulkTo = (...bbans: readonly string[]) =>
  ({ payments: bbans.map(to) }) as unknown as PaymentInstruction;
const [away, late, any] = ['99970000050', '99970000069', '99991200017'];

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the initiation of a payment to a magic account', () => {
  it.each([
    ['a single payment', to(away)],
    ['a bulk with one such sub-payment', bulkTo(any, away)],
    ['an iban', { creditorAccount: { iban: `NO00${away}` } } as unknown as PaymentInstruction],
  ])('is answered 503 with Retry-After: %s', async (_what, instruction) => {
    const error = await magicAnswer(sandbox, instruction).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(RequestError);
    const { status, headers } = error as RequestError;
    expect([status, Number(headers['retry-after'])]).toEqual([503, expect.any(Number)]);
  });

  it('is answered three seconds late', async () => {
    let isAnswered = false;
    const answered = magicAnswer(sandbox, to(late)).then(() => (isAnswered = true));
    await jest.advanceTimersByTimeAsync(2999);
    expect(isAnswered).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await answered;
  });

  it('is answered as any other to other accounts, and in production', async () => {
    await expect(magicAnswer(sandbox, bulkTo(any))).resolves.toBeUndefined();
    const production = { environment: 'production' } as const;
    await expect(magicAnswer(production, to(away))).resolves.toBeUndefined();
  });
});
