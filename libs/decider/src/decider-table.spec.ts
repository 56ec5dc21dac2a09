import { on, onMany, refusalIn, decisionOn, rowOf } from './decider-table.js';
import type { DeciderTable } from './decider-table.js';
import { refuse } from './decider.js';
import type { Command, Decision, DomainEvent } from './decider.js';
import { streamType } from './stream-type.js';

type Opened = DomainEvent<'Opened', { readonly by: string }>;
interface Door {
  readonly isOpen: boolean;
}
const doorOf = <Category extends string>(name: Category) =>
  streamType<Door, Opened, Category>({
    name,
    stateVersion: 1,
    initial: { isOpen: false },
    evolve: () => ({ isOpen: true }),
    events: { Opened: { version: 1 } },
  });
const door = doorOf('door');
const window = doorOf('window');

interface Doors {
  readonly Open: {
    readonly stream: 'door';
    readonly data: { readonly by: string };
    readonly receipt: boolean;
  };
  readonly Knock: {
    readonly stream: 'door';
    readonly data: Record<string, never>;
    readonly receipt: null;
  };
}
type Open = Command<'Open', { readonly by: string }>;
type Knock = Command<'Knock', Record<string, never>>;

const open = ({ data }: Open): Decision<Opened> => [{ type: 'Opened', data }];
const knock = (_command: Knock, _door: Door): Decision<Opened> => [];
const isOpen = (state: Door) => state.isOpen;

const Open = on(door, open, { receipt: isOpen, createsStream: true });
const Knock = on(door, knock);
const table: DeciderTable<Doors> = { Open, Knock };

describe('a table of deciders', () => {
  it('has a row per command, which creates no stream unless it is said to', () => {
    expect(rowOf(table, 'Open')?.createsStream).toBe(true);
    expect(rowOf(table, 'Knock')?.createsStream).toBe(false);
  });

  it.each(['Close', 'toString', '__proto__'])('has no row for %s', (type) => {
    expect(rowOf(table, type)).toBeUndefined();
  });

  it('answers a command without a receipt with null', () => {
    expect(table.Knock.receipt({ isOpen: true } as never, undefined as never)).toBeNull();
  });

  it('does not compile without a decider for each command', () => {
    // @ts-expect-error Knock has no row
    const missing: DeciderTable<Doors> = { Open };
    expect(Object.keys(missing)).toEqual(['Open']);
  });

  it('does not compile with a decider for a command that is not in the contract', () => {
    // @ts-expect-error Close is no command of a door
    const more: DeciderTable<Doors> = { Open, Knock, Close: Knock };
    expect(Object.keys(more)).toHaveLength(3);
  });

  it('does not compile with the decider of another command', () => {
    // @ts-expect-error knock takes no data of Open
    const swapped: DeciderTable<Doors> = { Open: on(door, knock, { receipt: isOpen }), Knock };
    expect(Object.keys(swapped)).toHaveLength(2);
  });

  it('does not compile with a decider of other data', () => {
    const wrong = (_command: Command<'Open', { readonly by: number }>): Decision<Opened> => [];
    // @ts-expect-error by is a text
    const table: DeciderTable<Doors> = { Open: on(door, wrong, { receipt: isOpen }), Knock };
    expect(Object.keys(table)).toHaveLength(2);
  });

  it('does not compile with another stream', () => {
    // @ts-expect-error a door is no window
    const table: DeciderTable<Doors> = { Open: on(window, open, { receipt: isOpen }), Knock };
    expect(Object.keys(table)).toHaveLength(2);
  });

  it('does not compile with the receipt missing or of another type', () => {
    // @ts-expect-error the sender of Open expects a boolean
    const none: DeciderTable<Doors> = { Open: on(door, open), Knock };
    // @ts-expect-error the sender of Open expects a boolean
    const other: DeciderTable<Doors> = { Open: on(door, open, { receipt: () => 'open' }), Knock };
    expect([none, other]).toHaveLength(2);
  });

  it('does not compile with a decider of other events or another state', () => {
    const counting = (_command: Open, _count: { readonly sum: number }): Decision<Opened> => [];
    const closing = (_command: Open): Decision<DomainEvent<'Closed', null>> => [];
    // @ts-expect-error a door has no sum
    on(door, counting);
    // @ts-expect-error a door has no event Closed
    on(door, closing);
    expect(counting).not.toBe(closing);
  });
});

describe('the decisions on several streams', () => {
  const opened = decisionOn(door, 'door-1', [{ type: 'Opened', data: { by: 'me' } }]);

  it('are refused as a whole by one refusal', () => {
    const shut = decisionOn(door, 'door-2', refuse('CONFLICT'));
    expect(refusalIn([opened, shut])).toEqual({ refused: 'CONFLICT' });
    expect(refusalIn([opened])).toBeUndefined();
  });

  it('stand in the table like any other row', () => {
    const decide = () => [opened];
    const both = onMany(door, { find: (_command: Open) => ['door-2'], decide, receipt: isOpen });
    const table: DeciderTable<Doors> = { Open: both, Knock };
    expect(rowOf(table, 'Open')).toMatchObject({ over: 'many streams', createsStream: false });
  });
});
