import type { Samples } from './samples.js';

/** What a load has measured. */
export interface Measurements {
  /** From the moment when a POST was due to its answer with 2xx: a fast refusal is no acceptance. */
  readonly accept: Samples;
  /** From the acceptance of a payment to the first answer that shows it. */
  readonly visible: Samples;
  /** From the moment when an approval page was due to the page; infinite for a page with 5xx. */
  readonly page: Samples;
  /** From the moment when a status was due to its answer. */
  readonly status: Samples;
  /** How many answers of the gateway had each status; `none (why)` counts requests without an answer. */
  readonly answers: ReadonlyMap<string, number>;
  /** The same for the pages of the approval site. */
  readonly pageAnswers: ReadonlyMap<string, number>;
}

/** A service level objective, and what the load shows of it. */
export interface Verdict {
  readonly objective: string;
  readonly measured: string;
  readonly held: boolean;
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
const ms = (value: number) => {
  if (Number.isNaN(value)) return 'nothing measured';
  return value === Infinity ? 'failed' : `${value.toFixed(0)} ms`;
};

/** The service level objectives of docs/operations/slo.md. */
export function verdictsOn(measured: Measurements): Verdict[] {
  const { accept, visible, page, answers, pageAnswers } = measured;
  return [
    within('accepted: p99 within 300 ms', accept, { share: 0.99, limitMs: 300 }),
    within('visible: p99 within 2000 ms', visible, { share: 0.99, limitMs: 2000 }),
    within('approval page: p95 within 500 ms', page, { share: 0.95, limitMs: 500 }),
    answered('answered without 5xx: 99.9 %', answers),
    answered('pages without 5xx: 99.9 %', pageAnswers),
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

function answered(objective: string, answers: ReadonlyMap<string, number>): Verdict {
  const share = answeredShare(answers);
  return { objective, measured: percent(share), held: share >= 0.999 };
}

/** The share of requests that got an answer below 500. NaN without requests. */
export function answeredShare(answers: ReadonlyMap<string, number>): number {
  const all = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const failed = [...answers].filter(
    ([status]) => status.startsWith('none') || status.startsWith('5'),
  );
  return 1 - failed.reduce((sum, [, count]) => sum + count, 0) / all;
}
