import { nothing, refuse, type Command, type Decision, type DomainEvent } from '../decider.js';
import type { Facts } from '../decider.js';
import { defined } from '../defined.js';
import { streamType } from '../stream-type.js';

/** A small domain for the tests of the libraries: a tally counts and may reserve one key. */
export interface Tally {
  readonly count: number;
  readonly sum: number;
  readonly reserved: string | null;
  /** The last note. */
  readonly note?: string;
}

/** The events of a tally. */
export type TallyEvent =
  | DomainEvent<'Counted', { readonly by: number; readonly note?: string }>
  | DomainEvent<'Reserved', { readonly key: string }>
  | DomainEvent<'Freed', Record<string, never>>;

/** The commands of a tally. */
export type TallyCommand =
  | Command<'Count', { readonly by: number; readonly note?: string }>
  | Command<'Transfer', { readonly by: number; readonly to: string }>
  | Command<'Reserve', { readonly key: string }>
  | Command<'Free', Record<string, never>>
  | Command<'Break', Record<string, never>>;

/** The category `tally`. */
export const tally = streamType<Tally, TallyEvent>({
  name: 'tally',
  stateVersion: 1,
  initial: { count: 0, sum: 0, reserved: null },
  events: { Counted: { version: 1 }, Reserved: { version: 1 }, Freed: { version: 1 } },
  evolve: (state, event) => {
    switch (event.type) {
      case 'Counted':
        return {
          ...state,
          count: state.count + 1,
          sum: state.sum + event.data.by,
          ...defined({ note: event.data.note }),
        };
      case 'Reserved':
        return { ...state, reserved: event.data.key };
      case 'Freed':
        return { ...state, reserved: null };
    }
  },
  claims: ({ reserved }) => (reserved === null ? [] : [{ scope: 'key', key: reserved }]),
});

/** The decisions of a tally. */
export function decideTally(
  command: TallyCommand,
  state: Tally,
  facts: Facts,
): Decision<TallyEvent> {
  switch (command.type) {
    case 'Count':
      return [{ type: 'Counted', data: command.data }];
    case 'Transfer':
      return [{ type: 'Counted', data: { by: command.data.by } }];
    case 'Reserve': {
      const { key } = command.data;
      const holder = facts.holderOf({ scope: 'key', key });
      if (holder === command.stream) return nothing;
      if (holder !== undefined) return refuse('TAKEN', { text: holder });
      return [{ type: 'Reserved', data: { key } }];
    }
    case 'Free':
      return state.reserved === null ? nothing : [{ type: 'Freed', data: {} }];
    case 'Break':
      throw new Error('this command breaks the handler');
  }
}

/** A command for the tally `tally-<name>`. */
export function tallyCommand<Type extends TallyCommand['type']>(
  id: string,
  name: string,
  type: Type,
  data: Extract<TallyCommand, { type: Type }>['data'],
): TallyCommand {
  const meta = { at: '2026-03-01T10:00:00Z', actor: 'test' };
  return { id, stream: `tally-${name}`, type, data, meta } as TallyCommand;
}
