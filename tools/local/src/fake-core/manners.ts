import type { Outcome } from '@nordgate/contracts/events';

/** How a core answers an order. Only the first two are how it should. */
export const MANNERS = [
  'well',
  /** The debit first, and the settlement when the creditor's bank has confirmed. */
  'confirms late',
  /** Every outcome twice. */
  'repeats',
  /** The last outcome first. */
  'reorders',
  /** Only the last outcome. */
  'leaves out',
  /** At the end the opposite of what it has said. */
  'contradicts',
  /** Nothing, until it is reminded. */
  'forgets',
  /** Nothing, ever. */
  'is silent',
  /** A message that nobody can use, and nothing behind it. */
  'babbles',
] as const;

export type Manner = (typeof MANNERS)[number];

/** What a core says of a transfer, in the order in which it says it. */
export interface Answer {
  readonly outcomes: readonly Outcome[];
  /** Whether it says nonsense instead. */
  readonly isNonsense: boolean;
}

const nothing: Answer = { outcomes: [], isNonsense: false };

/**
 * How a core of this manner answers.
 *
 * @param due what a well-mannered core says now
 * @param reminder that of the order: 0 at first
 */
export function answerOf(manner: Manner, due: readonly Outcome[], reminder: number): Answer {
  switch (manner) {
    case 'well':
      return said(due);
    case 'confirms late':
      return said(due.flatMap(withDebitBefore));
    case 'repeats':
      return said(due.flatMap((outcome) => [outcome, outcome]));
    case 'reorders':
      return said(due.toReversed());
    case 'leaves out':
      return said(due.slice(-1));
    case 'contradicts':
      return said([...due, ...due.slice(-1).map(oppositeOf)]);
    case 'forgets':
      return reminder === 0 ? nothing : said(due);
    case 'is silent':
      return nothing;
    case 'babbles':
      return { outcomes: [], isNonsense: true };
  }
}

function said(outcomes: readonly Outcome[]): Answer {
  return { outcomes, isNonsense: false };
}

function withDebitBefore(outcome: Outcome): readonly Outcome[] {
  return outcome.is === 'settled' ? [{ is: 'debited' }, outcome] : [outcome];
}

function oppositeOf({ is }: Outcome): Outcome {
  return is === 'declined' ? { is: 'settled' } : { is: 'declined', reason: 'refused-by-bank' };
}
