import { verdictOn } from '../report.js';
import type { Report } from '../report.js';
import { judgeUpgrade } from './judge-upgrade.js';
import type { UpgradeEvidence } from './upgrade-evidence.js';

/** What happened while a turn replaced the apps. */
export interface PhaseRow {
  readonly phase: string;
  readonly seconds: number;
  /** Payments that the bank acknowledged, and those whose PSU has approved them. */
  readonly made: number;
  readonly approved: number;
  /** Requests that a TPP sent again after 429, 503 or a lost connection. */
  readonly repeats: number;
  /** Customers who gave up: a page of the site did not come. */
  readonly failed: number;
}

/** A row per turn, and a line per promise. */
export function reportOnUpgrade(rows: readonly PhaseRow[], evidence: UpgradeEvidence): Report {
  const head = 'turn          seconds  payments  approved  repeated   gave up';
  const lines = rows.map(({ phase, seconds, ...counts }) => {
    const { made, approved, repeats, failed } = counts;
    const figures = [made, approved, repeats, failed].map((count) => String(count).padStart(10));
    return [phase.padEnd(12), seconds.toFixed(0).padStart(9), ...figures].join('');
  });
  return verdictOn([head, ...lines].join('\n'), judgeUpgrade(evidence));
}
