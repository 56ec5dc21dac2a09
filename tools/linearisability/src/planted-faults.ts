import type { Input, Model, Operation, Output } from './recorder.js';

const stepMicroseconds = 10;

/** A history that a correct bank could have, with what each planted fault needs. Each call ends before the next begins. */
export const soundHistory: readonly Operation[] = inTurn([
  ['payments', 'pay', { key: 'k-1', body: 'a' }, { outcome: 'made', id: 'p-1' }],
  ['payments', 'pay', { key: 'k-1', body: 'a' }, { outcome: 'made', id: 'p-1' }],
  ['payments', 'pay', { key: 'k-1', body: 'b' }, { outcome: 'conflict' }],
  ['payments', 'pay', { key: 'k-2', body: 'a' }, { outcome: 'made', id: 'p-2' }],
  ['baskets', 'make', { key: 'b-1', body: 'p1', members: ['p1'] }, { outcome: 'made', id: 'B1' }],
  ['baskets', 'make', { key: 'b-1', body: 'p1', members: ['p1'] }, { outcome: 'made', id: 'B1' }],
  ['baskets', 'make', { key: 'b-2', body: 'p1,p2', members: ['p1', 'p2'] }, { outcome: 'taken' }],
  ['baskets', 'end', { id: 'B1' }, { outcome: 'ended' }],
  [
    ...(['baskets', 'make', { key: 'b-3', body: 'p1,p2', members: ['p1', 'p2'] }] as const),
    { outcome: 'made', id: 'B3' },
  ],
  ['consents', 'ask', { key: 'c-1', body: '-' }, { outcome: 'made', id: 'C1' }],
  ['consents', 'ask', { key: 'c-1', body: '-' }, { outcome: 'made', id: 'C1' }],
  ['consents', 'read', {}, { outcome: 'refused' }],
  ['consents', 'grant', {}, { outcome: 'granted' }],
  ['consents', 'read', {}, { outcome: 'shown' }],
  ['consents', 'end', {}, { outcome: 'ended' }],
  ['consents', 'read', {}, { outcome: 'refused' }],
  ...[1, 2, 3, 4].map(
    () => ['permits', 'read', { account: 'A1' }, { outcome: 'shown' }] satisfies Step,
  ),
  ['permits', 'read', { account: 'A1' }, { outcome: 'exceeded' }],
  ['balances', 'open', { account: 'A1', amount: 1000 }, { outcome: 'opened' }],
  ['balances', 'transfer', { account: 'A1', amount: -300 }, { outcome: 'booked' }],
  ['balances', 'read', { account: 'A1' }, { outcome: 'read', value: 700 }],
  ['balances', 'transfer', { account: 'A1', amount: -200 }, { outcome: 'booked' }],
  ['balances', 'read', { account: 'A1' }, { outcome: 'read', value: 500 }],
]);

type Step = readonly [model: Model, operation: string, input: Input, output: Output];

function inTurn(steps: readonly Step[]): readonly Operation[] {
  return steps.map(([model, operation, input, output], at) => ({
    ...{ model, seed: 0, client: 0, operation, input, output },
    ...{ call: at * stepMicroseconds, return: at * stepMicroseconds + 1 },
  }));
}

/** What a faulty bank answers to the operation at a place of its model, in place of the sound answer. */
interface Fault {
  readonly model: Model;
  /** Counted from 0 among the operations of the model. */
  readonly at: number;
  readonly answers: Output;
}

/** Each fault of a bank, in words. */
export const plantedFaults: Readonly<Record<string, Fault>> = {
  'a repeat makes a second payment': {
    ...{ model: 'payments', at: 1 },
    answers: { outcome: 'made', id: 'p-9' },
  },
  'another body under the same X-Request-ID is taken': {
    ...{ model: 'payments', at: 2 },
    answers: { outcome: 'made', id: 'p-1' },
  },
  'a first request is a conflict': {
    ...{ model: 'payments', at: 3 },
    answers: { outcome: 'conflict' },
  },
  'two requests get one payment': {
    ...{ model: 'payments', at: 3 },
    answers: { outcome: 'made', id: 'p-1' },
  },
  'a repeat makes a second basket': {
    ...{ model: 'baskets', at: 1 },
    answers: { outcome: 'made', id: 'B9' },
  },
  'a payment is in two open baskets': {
    ...{ model: 'baskets', at: 2 },
    answers: { outcome: 'made', id: 'B2' },
  },
  'an ended basket keeps its members': {
    ...{ model: 'baskets', at: 4 },
    answers: { outcome: 'taken' },
  },
  'a repeat asks for a second consent': {
    ...{ model: 'consents', at: 1 },
    answers: { outcome: 'made', id: 'C9' },
  },
  'accounts are shown before the grant': {
    ...{ model: 'consents', at: 2 },
    answers: { outcome: 'shown' },
  },
  'a granted access is refused': {
    ...{ model: 'consents', at: 4 },
    answers: { outcome: 'refused' },
  },
  'accounts are shown after the end of the consent': {
    ...{ model: 'consents', at: 6 },
    answers: { outcome: 'shown' },
  },
  'a fifth read without the PSU is permitted': {
    ...{ model: 'permits', at: 4 },
    answers: { outcome: 'shown' },
  },
  'the fourth read without the PSU is refused': {
    ...{ model: 'permits', at: 3 },
    answers: { outcome: 'exceeded' },
  },
  'a balance misses a booked transfer': {
    ...{ model: 'balances', at: 2 },
    answers: { outcome: 'read', value: 1000 },
  },
  'a transfer is booked twice': {
    ...{ model: 'balances', at: 4 },
    answers: { outcome: 'read', value: 300 },
  },
  'a booked transfer is lost later': {
    ...{ model: 'balances', at: 4 },
    answers: { outcome: 'read', value: 800 },
  },
};

/** The sound history as the faulty bank has it. */
export function historyWith({ model, at, answers }: Fault): readonly Operation[] {
  const ofModel = soundHistory.filter((one) => one.model === model);
  const changed = ofModel[at];
  if (changed === undefined) throw new Error(`${model} has no operation ${String(at)}`);
  return soundHistory.map((one) => (one === changed ? { ...one, output: answers } : one));
}
