import { generationOf, inGeneration } from '../base/rules/generation.js';

/** What a transfer moves of its payment: all of it, one sub-payment, or one occurrence. */
export interface TransferOf {
  readonly paymentId: string;
  /** The position of a sub-payment that is executed by itself, from 0. */
  readonly part?: number;
  /** YYYY-MM-DD */
  readonly occurrence?: string;
}

/** The id of a transfer, which is the id of its journal entry too. It ends in the payment's generation. */
export function executionIdOf({ paymentId, part, occurrence }: TransferOf): string {
  const generation = generationOf(paymentId);
  const base = generation === 0 ? paymentId : paymentId.slice(0, paymentId.lastIndexOf('.'));
  const end = part === undefined ? (occurrence ?? 'whole') : `part${String(part)}`;
  return inGeneration(`${base}_${end}`, generation);
}

const executionForm = /^[0-9a-f]{32}_(?:whole|part\d{1,3}|\d{4}-\d{2}-\d{2})(?:\.[1-9]\d{0,9})?$/u;

/** Whether the id of a journal entry is that of a transfer. Other entries have other causes. */
export function isExecutionId(id: string): boolean {
  return executionForm.test(id);
}

/**
 * The id of a run.
 *
 * @param day YYYY-MM-DD
 * @param slot a time such as 13:30, `instant` or `now-<number>`
 */
export function runIdOf(day: string, slot: string, generation: number): string {
  return inGeneration(`${day}-${slot.replace(':', '')}`, generation);
}
