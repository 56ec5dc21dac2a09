import type { Samples } from './samples.js';

/** What a load has measured. */
export interface Measurements {
  /** From the moment when a POST was due to its answer. */
  readonly accept: Samples;
  /** From the acceptance of a payment to the first answer that shows it. */
  readonly visible: Samples;
  /** From the moment when an approval page was due to the page. */
  readonly page: Samples;
  /** From the moment when a status was due to its answer. */
  readonly status: Samples;
  /** How many answers had each status; `none` counts requests without an answer. */
  readonly answers: ReadonlyMap<string, number>;
}

/** A service level objective, and what the load shows of it. */
export interface Verdict {
  readonly objective: string;
  readonly measured: string;
  readonly held: boolean;
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
const ms = (value: number) => (Number.isNaN(value) ? 'nothing measured' : `${value.toFixed(0)} ms`);

/** The service level objectives of docs/operations/slo.md. */
export function verdictsOn(measured: Measurements): Verdict[] {
  const { accept, visible, page } = measured;
  const share = answeredShare(measured);
  return [
    within('accepted: p99 within 300 ms', accept, { share: 0.99, limitMs: 300 }),
    within('visible: p99 within 2000 ms', visible, { share: 0.99, limitMs: 2000 }),
    within('approval page: p95 within 500 ms', page, { share: 0.95, limitMs: 500 }),
    { objective: 'answered without 5xx: 99.9 %', measured: percent(share), held: share >= 0.999 },
  ];
}

function within(
  objective: string,
  samples: Samples,
  { share, limitMs }: { readonly share: number; readonly limitMs: number },
): Verdict {
  const held = samples.shareWithin(limitMs) >= share;
  return { objective, measured: ms(samples.percentile(share)), held };
}

/** The share of requests that got an answer below 500. NaN without requests. */
export function answeredShare({ answers }: Pick<Measurements, 'answers'>): number {
  const all = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const failed = [...answers].filter(([status]) => status === 'none' || status.startsWith('5'));
  return 1 - failed.reduce((sum, [, count]) => sum + count, 0) / all;
}
