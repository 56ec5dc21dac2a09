import { formatDistinguishedName } from '@nordgate/signature';
import type { IssuedList } from '@nordgate/signature';

/** The newest revocation list of a CA. */
export interface DueList {
  /** The CA's name as in RFC 2253. */
  readonly issuer: string;
  readonly nextUpdate: Date;
  /** `soon`: within a day. */
  readonly due: 'later' | 'soon' | 'overdue';
}

const dayMs = 86_400_000;

/** When the next list of each CA is due, the first one first. */
export function listsDue(lists: readonly IssuedList[], now: Date): readonly DueList[] {
  const newest = new Map<string, IssuedList>();
  for (const one of lists) {
    const other = newest.get(one.list.issuerDer);
    if (other === undefined || other.list.thisUpdate < one.list.thisUpdate) {
      newest.set(one.list.issuerDer, one);
    }
  }
  return [...newest.values()]
    .map(({ issuer, list: { nextUpdate } }) => ({
      issuer: formatDistinguishedName(issuer.subject),
      nextUpdate,
      due: dueOf(nextUpdate.getTime() - now.getTime()),
    }))
    .sort((a, b) => a.nextUpdate.getTime() - b.nextUpdate.getTime());
}

function dueOf(leftMs: number): DueList['due'] {
  if (leftMs < 0) return 'overdue';
  return leftMs <= dayMs ? 'soon' : 'later';
}
