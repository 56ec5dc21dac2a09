import type { Message, Slice } from '../bus.js';
import type { Noted } from './journal.js';

/** Runs before a recorder counts a slice as handled; a throw is a failed attempt. */
export type Act = (slice: Slice) => Promise<void> | void;

/** A consumer that records its slices. */
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

  /** The same without repeats: a bus may repeat messages, but never skip or swap them. */
  firstSeenOf(key: string): number[] {
    return [...new Set(this.numbersOf(key))];
  }
}

/** The numbers of a key in a slice. */
export function numbersIn({ messages }: Slice, key: string): number[] {
  return messages
    .filter((message) => message.key === key)
    .map(({ value }) => (JSON.parse(value) as Noted['data']).number);
}

/** The offsets of a slice, which identify its messages. */
export function offsetsOf({ messages }: Slice): string[] {
  return messages.map(({ offset }) => offset);
}
