import { peerOf } from './outage-peer.js';

/** Lines about one peer that does not answer come at most this often. */
const quietMs = 10_000;

/** A summary comes about every 10 s: no other line comes between two of them. */
const afterSummaryMs = 15_000;

/** The field of a summary. It never reaches a line. */
const summaryField = 'summaryOfPeer';

/** The fields of a line that stands for all others about a peer: it is always written. */
export function outageSummary(peer: string): Record<string, unknown> {
  return { [summaryField]: peer };
}

interface Told {
  readonly untilMs: number;
  readonly leftOut: number;
}

/**
 * Writes one line per peer and 10 s while systems do not answer: a dead broker once gave 55 lines a second. A line is about
 * a peer by its error, or by its field `peer`.
 */
export class QuietLines {
  private readonly peers = new Map<string, Told>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The fields of the line, with the number of lines since the one before; undefined when the line is left out. */
  admit(fields: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
    // Most lines are about no peer, such as those of the access log.
    if (isAboutNoPeer(fields)) return fields;
    const { [summaryField]: summary, ...rest } = fields;
    const peer = typeof summary === 'string' ? summary : peerOfLine(fields);
    if (peer === undefined) return rest;
    const nowMs = this.now();
    const { leftOut = 0, untilMs = 0 } = this.peers.get(peer) ?? {};
    if (summary === undefined && nowMs < untilMs) {
      this.peers.set(peer, { untilMs, leftOut: leftOut + 1 });
      return undefined;
    }
    if (this.peers.size >= peersMax) this.peers.clear();
    const untilNextMs = nowMs + (summary === undefined ? quietMs : afterSummaryMs);
    this.peers.set(peer, { untilMs: untilNextMs, leftOut: 0 });
    return { ...rest, peer, ...(leftOut > 0 && { leftOut }) };
  }
}

function isAboutNoPeer(fields: Readonly<Record<string, unknown>>): boolean {
  return !('err' in fields || 'peer' in fields || summaryField in fields);
}

/** More than any process has. */
const peersMax = 100;

function peerOfLine({ peer, err }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof peer === 'string' ? peer : peerOf(err);
}
