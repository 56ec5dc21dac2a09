import { createHash } from 'node:crypto';

/**
 * The id of a transaction, from its entry, its account and its place among the postings of the entry to
 * that account: the same before and after its booking. 128 bits of SHA-256, in hexadecimal.
 */
export function transactionIdOf(
  { account, entryId }: { readonly account: string; readonly entryId: string },
  place: number,
): string {
  const text = [account, entryId, String(place)].join('\n');
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 32);
}
