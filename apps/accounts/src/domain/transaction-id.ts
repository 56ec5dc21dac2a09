import { createHash } from 'node:crypto';
import { generationOf, inGeneration } from '@nordgate/contracts/rules';

/**
 * The id of a transaction, from its entry, its account and its place among the postings of the entry to
 * that account: the same before and after its booking. The generation of the sandbox is left out, so the
 * transactions of the known state keep their ids over resets. 128 bits of SHA-256, in hexadecimal.
 */
export function transactionIdOf(
  { account, entryId }: { readonly account: string; readonly entryId: string },
  place: number,
): string {
  const suffix = inGeneration('', generationOf(entryId));
  const entry = entryId.slice(0, entryId.length - suffix.length);
  const text = [account, entry, String(place)].join('\n');
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 32);
}
