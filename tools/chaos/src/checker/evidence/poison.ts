/** What the ids of messages begin with that chaos writes to topics, and nobody can read. */
const prefix = 'poison-';

/** The id of such a message. */
export function poisonId(n: number): string {
  return `${prefix}${String(n)}`;
}

/**
 * Whether chaos has written a record to a topic. It is no event of the bank, so no law asks where it comes from; that it
 * stops nothing else is what the laws show.
 */
export function isPoison(headers: Readonly<Record<string, string>>): boolean {
  return headers['ce_id']?.startsWith(prefix) ?? false;
}
