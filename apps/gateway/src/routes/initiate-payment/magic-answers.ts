import { setTimeout as delay } from 'node:timers/promises';
import { magicAnswerOf } from '@nordgate/contracts/codes';
import { isBulk } from '@nordgate/contracts/events';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { BankProfile } from '@nordgate/contracts/profile';
import { bbanOf } from '@nordgate/contracts/rules';
import { unavailable } from '../../reply/request-error.js';

const lateMs = 3000;

/**
 * Answers in the way of a magic creditor account, in the sandbox only (docs/reference/magic-values.md): throws
 * RequestError, 503, or resolves after some seconds. Resolves at once for any other creditor.
 */
export async function magicAnswer(
  { environment }: Pick<BankProfile, 'environment'>,
  instruction: PaymentInstruction,
): Promise<void> {
  if (environment !== 'sandbox') return;
  const credits = isBulk(instruction) ? instruction.payments : [instruction];
  const answers = credits.map(({ creditorAccount }) => magicAnswerOf(bbanOf(creditorAccount)));
  if (answers.includes('unavailable')) throw unavailable();
  if (answers.includes('late-answer')) await delay(lateMs);
}
