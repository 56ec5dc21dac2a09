import { AssertionError } from 'node:assert';
import { nothing, type Decide } from '../decider.js';
import { streamType } from '../stream-type.js';
import { spec } from './given-when-then.js';
import {
  decideTally,
  tally,
  tallyCommand,
  type Tally,
  type TallyCommand,
  type TallyEvent,
} from './tally.js';

const reserve = tallyCommand('c1', 'mine', 'Reserve', { key: 'seat' });
const reserved: TallyEvent = { type: 'Reserved', data: { key: 'seat' } };

/** Reserves at most one key, and a repeat is silent. */
const once: Decide<TallyCommand, Tally, TallyEvent> = (command, state, facts) =>
  state.reserved === null ? decideTally(command, state, facts) : nothing;

it('spec accepts sentences that are true', () => {
  spec(tally, once).given().when(reserve).then(reserved).again().thenNothing();
  spec(tally, once).given(reserved).when(reserve).thenNothing();
  spec(tally, once)
    .given()
    .claimedBy('tally-other', { scope: 'key', key: 'seat' })
    .when(reserve)
    .thenRejected('TAKEN')
    .again()
    .thenRejected('TAKEN');
});

it.each([
  ['other events', () => spec(tally, once).given().when(reserve).then({ type: 'Freed', data: {} })],
  ['no event', () => spec(tally, once).given().when(reserve).thenNothing()],
  ['a rejection', () => spec(tally, once).given().when(reserve).thenRejected('TAKEN')],
  [
    'no event for a repeated command',
    () =>
      spec(tally, decideTally)
        .given()
        .when(tallyCommand('c', 'm', 'Count', { by: 1 }))
        .then({ type: 'Counted', data: { by: 1 } })
        .again()
        .thenNothing(),
  ],
])('spec fails when a sentence wrongly expects %s', (_, sentence) => {
  expect(sentence).toThrow(AssertionError);
});

it('spec fails for a state that JSON does not restore', () => {
  const dated = streamType<{ at: Date | null }, TallyEvent>({
    name: 'dated',
    stateVersion: 1,
    initial: { at: null },
    evolve: () => ({ at: new Date(0) }),
    events: tally.events,
  });
  const decide = (_: TallyCommand, { at }: { at: Date | null }) =>
    at instanceof Date ? nothing : [reserved];
  expect(() => spec(dated, decide).given(reserved).when(reserve)).toThrow(/survive JSON/);
});
