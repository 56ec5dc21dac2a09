import type { Message, Slice } from '../bus.js';
import type { Noted } from './journal.js';

/** What a recorder does before it counts a slice as handled; a throw is a failed attempt. */
export type Act = (slice: Slice) => Promise<void> | void;

/** A consumer that writes down what it was given. */
export class Recorder {
  /** Every attempt, failed ones included. */
  readonly begun: Slice[] = [];
  readonly done: Slice[] = [];

  constructor(
    private readonly isMine: (message: Message) => boolean,
    private readonly act: Act,
  ) {}

  readonly handle = async (slice: Slice): Promise<void> => {
    if (!slice.messages.some(this.isMine)) return;
    this.begun.push(slice);
    await this.act(slice);
    this.done.push(slice);
  };

  /** The numbers of a key in handled slices, repeats included. */
  numbersOf(key: string): number[] {
    return this.done.flatMap((slice) => numbersIn(slice, key));
  }

  /** The same, each at its first coming only: a bus may repeat, but never skip or swap. */
  firstSeenOf(key: string): number[] {
    return [...new Set(this.numbersOf(key))];
  }
}

/** The numbers that a slice has for a key. */
export function numbersIn({ messages }: Slice, key: string): number[] {
  return messages
    .filter((message) => message.key === key)
    .map(({ value }) => (JSON.parse(value) as Noted['data']).number);
}

/** The offsets of a slice: which messages it is made of. */
export function offsetsOf({ messages }: Slice): string[] {
  return messages.map(({ offset }) => offset);
}
