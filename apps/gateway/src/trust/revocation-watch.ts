import { formatDistinguishedName } from '@nordgate/signature';
import type { IssuedList, TrustStore } from '@nordgate/signature';
import { instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';

/** The newest revocation list of a CA. */
interface DueList {
  /** The CA's name as in RFC 2253. */
  readonly issuer: string;
  readonly nextUpdate: Date;
  /** `soon`: within a day. */
  readonly due: 'later' | 'soon' | 'overdue';
}

const dayMs = 86_400_000;

/** Reports when the next revocation list of a CA is due: a metric, and one log line per event. */
export class RevocationWatch {
  private readonly reported = new Set<string>();

  constructor(private readonly log: Log) {}

  check({ revocations }: TrustStore, now: Date): void {
    const lists = listsDue(revocations.lists, now);
    const [first] = lists;
    if (first !== undefined) {
      const seconds = (first.nextUpdate.getTime() - now.getTime()) / 1000;
      instrumentsOf().revocationListSeconds.record(seconds);
    }
    for (const list of lists) this.report(list);
  }

  private report({ issuer, nextUpdate, due }: DueList): void {
    const event = `${due} ${issuer} ${nextUpdate.toISOString()}`;
    if (due === 'later' || this.reported.has(event)) return;
    this.reported.add(event);
    const fields = { issuer, nextUpdate: nextUpdate.toISOString() };
    if (due === 'soon') this.log.warn(fields, 'A new revocation list is due within a day.');
    else this.log.error(fields, 'A revocation list is overdue.');
  }
}

/** When the next list of each CA is due, the earliest first. */
function listsDue(lists: readonly IssuedList[], now: Date): readonly DueList[] {
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
