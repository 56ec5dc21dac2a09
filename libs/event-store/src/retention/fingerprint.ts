import { createHash } from 'node:crypto';
import type { EventTextRow } from '../write/stored-text.js';

/**
 * The fingerprint of a history, by which a copy elsewhere can be recognised: SHA-256 in hexadecimal over ids, types and data
 * in the order of the versions, each on a separate line.
 *
 * @param archived the fingerprint of the events that are in the archive and come before these
 */
export function fingerprintOf(
  events: readonly Pick<EventTextRow, 'id' | 'type' | 'json'>[],
  archived?: string,
): string {
  if (archived !== undefined && events.length === 0) return archived;
  const hash = createHash('sha256');
  if (archived !== undefined) hash.update(`${archived}\n`);
  for (const { id, type, json } of events) hash.update(`${id}\n${type}\n${json}\n`);
  return hash.digest('hex');
}
