import { hash } from 'node:crypto';
import { inGeneration, withoutGeneration } from '../base/rules/generation.js';

/**
 * The id of a transaction, from its entry, its account and its place among the postings of the entry to
 * that account: the same before and after its booking. The generation of the sandbox is left out, so the
 * transactions of the known state keep their ids over resets. 128 bits of SHA-256, in hexadecimal.
 */
export function transactionIdOf(
  { account, entryId }: { readonly account: string; readonly entryId: string },
  place: number,
): string {
  const text = [withoutGeneration(account), withoutGeneration(entryId), String(place)].join('\n');
  return hash('sha256', text).slice(0, 32);
}

/** Beginnings of the ids of entries that only a sandbox has. */
const [byHand, correction, known] = ['by-hand-', 'correction-', 'known-'] as const;

/** The entry of a transaction that a request makes by hand. `id` comes from the request. */
export function entryByHand(id: string, generation: number): string {
  return inGeneration(`${byHand}${id}`, generation);
}

/**
 * The entry that corrects a booked transaction of the sandbox. Its id comes from the transaction, so a
 * transaction is corrected once at most.
 */
export function correctionOf(transactionId: string, generation: number): string {
  return inGeneration(`${correction}${transactionId}`, generation);
}

/** The place of the posting that replaces the corrected one; the reversal is before it. */
export const replacementPlace = 1;

/** The entry of a transaction of the sandbox's known state; `id` says which. */
export function knownEntry(id: string): string {
  return `${known}${id}`;
}

/** Whether a request made an entry by hand: a transaction or the correction of one. */
export function isEntryByHand(entryId: string): boolean {
  return [byHand, correction].some((beginning) => entryId.startsWith(beginning));
}

/** Whether an entry is of the known state or was made by hand: no payment depends on its reservation. */
export function isSandboxEntry(entryId: string): boolean {
  return [byHand, correction, known].some((beginning) => entryId.startsWith(beginning));
}

/** The beginning of the ids of entries that the bank's core reports. */
const ofCore = 'core-';

/** The entry of a report: an entry on two accounts is reported for each of them. `of` names the account. */
export function reportedEntry(of: string, id: string): string {
  return `${ofCore}${of}-${id}`;
}

/** Whether the bank's core has reported an entry. */
export function isReportedEntry(entryId: string): boolean {
  return entryId.startsWith(ofCore);
}
