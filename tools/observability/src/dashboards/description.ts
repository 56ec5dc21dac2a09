/** A dashboard as its file of this folder describes it. `grafana.ts` turns it into Grafana's JSON. */
export interface Dashboard {
  /** Part of its address and of the file's name: never changed. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  /** Labels of `up` that the viewer may choose; a query uses one as `$name`. */
  readonly variables?: readonly string[];
  readonly rows: readonly Row[];
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Panel {
  readonly title: string;
  /** What the reader sees, and what a bad value means. */
  readonly description: string;
  readonly kind: 'stat' | 'timeseries' | 'table';
  readonly unit: Unit;
  readonly queries: readonly Query[];
  readonly limits?: Limits;
}

/** The units of Grafana that the panels use. */
export type Unit = 'short' | 's' | 'reqps' | 'ops' | 'percentunit' | 'bytes' | 'dateTimeFromNow';

export interface Query {
  readonly expr: string;
  /** A template of labels, such as `{{app}}`. */
  readonly legend: string;
}

/** From `warning` on a value is orange, from `bad` on red. `isLowBad` turns the order round. */
export interface Limits {
  readonly warning: number;
  readonly bad: number;
  readonly isLowBad?: true;
}

type Given = Pick<Panel, 'title' | 'description' | 'unit'> & Partial<Pick<Panel, 'limits'>>;

/** Values over time; each query is its expression and its legend. */
export function graph(given: Given, ...queries: readonly (readonly [string, string])[]): Panel {
  return { ...given, kind: 'timeseries', queries: queries.map(queryOf) };
}

/** The last value as a number. */
export function stat(given: Given, expr: string, legend = ''): Panel {
  return { ...given, kind: 'stat', queries: [queryOf([expr, legend])] };
}

/** The last values as rows, one for each set of labels. */
export function table(given: Given, expr: string): Panel {
  return { ...given, kind: 'table', queries: [queryOf([expr, ''])] };
}

function queryOf([expr, legend]: readonly [string, string]): Query {
  return { expr, legend };
}

/** A percentile of a histogram over the interval of the dashboard. */
export function percentile(share: number, metric: string, by: string, selector = ''): string {
  return `histogram_quantile(${String(share)}, sum by (${by}, le) (rate(${metric}_bucket${selector}[$__rate_interval])))`;
}

/** The rate of a counter over the interval of the dashboard. */
export function rateOf(metric: string, by: string, selector = ''): string {
  return `sum by (${by}) (rate(${metric}${selector}[$__rate_interval]))`;
}
