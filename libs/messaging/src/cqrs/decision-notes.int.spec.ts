import { decisionOn, on, onMany } from '@nordgate/decider';
import type { Command, DeciderTable } from '@nordgate/decider';
import { decideTally, tally, tallyCommand } from '@nordgate/decider/testing';
import type { TallyEvent } from '@nordgate/decider/testing';
import { EventStore, handleSlice } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { testDatabase } from '@nordgate/event-store/testing';
import { decideCommand } from './decide-command.js';
import { DecisionNotes, decisionsChannel } from './decision-notes.js';
import type { MadeDecision } from './decision-notes.js';

interface TallyCommands {
  readonly Count: { stream: string; data: { readonly by: number }; receipt: null };
  readonly Reserve: { stream: string; data: { readonly key: string }; receipt: null };
  readonly Transfer: {
    stream: string;
    data: { readonly by: number; readonly to: string };
    receipt: null;
  };
}

const counted = (by: number): TallyEvent => ({ type: 'Counted', data: { by } });
const deciders: DeciderTable<TallyCommands> = {
  Count: on(tally, decideTally),
  Reserve: on(tally, decideTally),
  Transfer: onMany(tally, {
    find: ({ data }: Command<'Transfer', TallyCommands['Transfer']['data']>) => [
      data.to,
      'tally-unused',
    ],
    decide: ({ stream, data: { by, to } }, { stateOf }) => {
      const part = Math.min(by, stateOf(tally, stream).sum);
      return [decisionOn(tally, stream, [counted(-part)]), decisionOn(tally, to, [counted(part)])];
    },
    receipt: () => null,
  }),
};

let database: Database;
let store: EventStore;
const made: MadeDecision[] = [];
const take = (decision: unknown) => made.push(decision as MadeDecision);

beforeAll(async () => {
  database = await testDatabase('decision_notes');
  store = new EventStore(database, [tally]);
});
afterAll(() => database.close());
beforeEach(() => {
  made.length = 0;
  decisionsChannel.subscribe(take);
});
afterEach(() => void decisionsChannel.unsubscribe(take));

function decide(...commands: readonly Command[]) {
  return handleSlice({
    store,
    consumer: 'test',
    items: commands.map((command, at) => ({
      key: command.stream,
      commands: [command],
      source: { topic: 'test', partition: 0, offset: String(at), payload: '', headers: {} },
    })),
    execute: (command, work) => decideCommand(deciders, command, work),
  });
}

describe('a decision that is published', () => {
  it('has the stream as it was before, also behind an earlier command of the slice', async () => {
    const count = (id: string) => tallyCommand(id, 'a', 'Count', { by: 2 });
    await decide(count('a-1'), count('a-2'));
    expect(made).toMatchObject([
      { command: { id: 'a-1' }, saw: [{ stream: 'tally-a', version: 0, state: { sum: 0 } }] },
      {
        command: { id: 'a-2' },
        saw: [{ stream: 'tally-a', version: 1, state: { sum: 2 } }],
        found: undefined,
        decisions: [{ stream: 'tally-a', decision: [counted(2)] }],
      },
    ]);
  });

  it('has the answers about claims, and the refusal', async () => {
    const reserve = (name: string) => tallyCommand(`of-${name}`, name, 'Reserve', { key: 'x' });
    await decide(reserve('b'));
    await decide(reserve('c'));
    const [last] = made.slice(-1);
    expect(last?.claims).toMatchObject([{ claim: { key: 'x' }, holder: 'tally-b' }]);
    expect(last?.decisions).toMatchObject([{ decision: { refused: 'TAKEN' } }]);
  });

  it('has the streams that were found, and the states of those that it used or wrote', async () => {
    await decide(tallyCommand('d-1', 'd', 'Count', { by: 5 }));
    await decide(tallyCommand('move', 'd', 'Transfer', { by: 5, to: 'tally-e' }));
    const [last] = made.slice(-1);
    expect(last).toMatchObject({ found: ['tally-e', 'tally-unused'] });
    expect(last?.saw).toMatchObject([
      { stream: 'tally-d', version: 1, state: { sum: 5 } },
      { stream: 'tally-e', version: 0 },
    ]);
    expect(last?.decisions).toMatchObject([{ stream: 'tally-d' }, { stream: 'tally-e' }]);
  });

  it('is none for a command that was decided before', async () => {
    const count = tallyCommand('once', 'f', 'Count', { by: 1 });
    await decide(count);
    await decide(count);
    expect(made).toHaveLength(1);
  });
});

it('begins no notes of a decision where nobody listens', () => {
  expect(DecisionNotes.begin()).toBeInstanceOf(DecisionNotes);
  decisionsChannel.unsubscribe(take);
  expect(DecisionNotes.begin()).toBeUndefined();
});
