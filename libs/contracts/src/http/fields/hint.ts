import type { TextKey } from '../../texts/en.js';
import type { FaultParams } from '../fault.js';

/** What is wrong with one element of a list. */
export interface ElementFault {
  readonly rule: TextKey;
  readonly params?: FaultParams;
}

/** Judges one element of a list. */
export type ElementCheck = (
  element: unknown,
  index: number,
  list: readonly unknown[],
) => ElementFault | undefined;

/** What a check of a field says when it fails: it travels in the `context` of class-validator. */
export interface Hint {
  readonly rule: TextKey;
  readonly params?: FaultParams;
  /** Parameters that depend on the refused value. */
  readonly paramsOf?: (value: string) => FaultParams;
  /** Says which elements failed, since class-validator names the list only. */
  readonly elementCheck?: ElementCheck;
}

/** Options that attach a hint to a check of class-validator. */
export function hinted(hint: Hint): { context: Hint } {
  return { context: hint };
}
