import type { CommandResult } from '@nordgate/messaging';
import { fault, Refused } from './refused.js';

/**
 * The receipt of a creating command, if it was decided in time. An X-Request-ID that belongs to
 * another request is CONFLICT, whoever noticed: the stream, or the view by its fingerprint.
 */
export function receiptOf<Receipt extends { readonly fingerprint: string }>(
  result: CommandResult<Receipt>,
  fingerprint: string,
): Receipt | undefined {
  if (result.is === 'accepted') return undefined;
  const reused = result.is === 'refused' || result.receipt.fingerprint !== fingerprint;
  if (reused) throw new Refused([fault('CONFLICT', 'request.idReused', 'X-Request-ID')]);
  return result.receipt;
}
