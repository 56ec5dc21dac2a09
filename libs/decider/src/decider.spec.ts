import { fold, isRefusal, nothing, refuse, unreachable } from './decider.js';
import { tally } from './testing/tally.js';

it('isRefusal is true for a refusal and false for events', () => {
  expect(isRefusal(refuse('CONFLICT', { path: '/x' }))).toBe(true);
  expect(isRefusal(nothing)).toBe(false);
  expect(isRefusal(undefined)).toBe(false);
});

it('fold applies a history to the initial state', () => {
  expect(fold(tally, [])).toBe(tally.initial);
  expect(fold(tally, [{ type: 'Counted', data: { by: 2 } }])).toMatchObject({ count: 1, sum: 2 });
});

it('unreachable throws for a case that the switch does not know', () => {
  expect(() => unreachable({ type: 'New' } as never)).toThrow('unreachable: {"type":"New"}');
});
