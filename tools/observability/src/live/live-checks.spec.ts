import { metricNames } from '@nordgate/telemetry';
import { metricsIn } from '../expressions.js';
import { readPanels } from '../rule-files.js';
import { emptyWhenHealthy } from './expected-empty.js';
import { checkLabels, checkPanels, faultOfQuery } from './live-checks.js';

/** A Prometheus that returns these values for every query. */
const returning = (...values: readonly string[]) => ({
  query: () => Promise.resolve(values.map((value) => ({ metric: {}, value }))),
});
const notValid = { query: () => Promise.reject(new Error('parse error')) };

describe('the live check of a query', () => {
  it.each([
    ['passes with a number', returning('0'), 'up', undefined],
    ['passes with one number beside NaN', returning('NaN', '1.5'), 'up', undefined],
    ['fails without any series', returning(), 'up', 'returns nothing: up'],
    [
      'fails when all values are NaN',
      returning('NaN', 'NaN'),
      'up',
      'returns no finite number: up',
    ],
    ['fails when all values are infinite', returning('+Inf'), 'up', 'returns no finite number: up'],
    ['fails when the query is not valid', notValid, 'up', 'parse error: up'],
    [
      'passes without data where a reason is given',
      returning(),
      'rate(nordgate_ocsp_answers_total[5m])',
      undefined,
    ],
  ])('%s', async (_what, prometheus, expr, fault) => {
    expect(await faultOfQuery(prometheus, expr)).toBe(fault);
  });
});

describe('the live check of panels', () => {
  const faultsOf = async (prometheus: Parameters<typeof checkPanels>[0], withinMs: number) =>
    (await checkPanels(prometheus, withinMs)).filter(({ fault }) => fault !== undefined);

  it('passes with a number in each', async () => {
    expect(await faultsOf(returning('1'), 0)).toEqual([]);
  });

  it('fails for those that show nothing until the end of the time', async () => {
    expect(await faultsOf(returning(), 0)).not.toEqual([]);
  });

  it('asks again about what was measured after the first question', async () => {
    const asked = new Set<string>();
    const query = (expr: string) => {
      const isLate = expr.includes(metricNames.lastRunEnd) && !asked.has(expr);
      asked.add(expr);
      return Promise.resolve(isLate ? [] : [{ metric: {}, value: '1' }]);
    };
    expect(await faultsOf({ query }, 60_000)).toEqual([]);
  });
});

describe('the queries that may have no data', () => {
  const queried = new Set(
    readPanels().flatMap(({ expressions }) => expressions.flatMap((expr) => metricsIn(expr))),
  );

  it.each(Object.keys(emptyWhenHealthy))('are those of a panel: %s', (name) => {
    expect(queried).toContain(name);
  });
});

describe('the live check of labels', () => {
  /** The faults when each series has these labels besides those of a scrape. */
  const faultsWith = async (...labels: readonly string[]) => {
    const metric = Object.fromEntries(['__name__', 'app', ...labels].map((one) => [one, 'x']));
    const checked = await checkLabels({ query: () => Promise.resolve([{ metric, value: '1' }]) });
    return new Map(checked.map(({ fault, what }) => [what, fault]));
  };
  const oneLabel = `labels of ${metricNames.projectionLag}`;

  it('passes with the declared labels, and without any series', async () => {
    expect((await faultsWith('nordgate_projection')).get(oneLabel)).toBeUndefined();
    const none = await checkLabels({ query: () => Promise.resolve([]) });
    expect(none).toHaveLength(Object.keys(metricNames).length);
    expect(none.filter(({ fault }) => fault !== undefined)).toEqual([]);
  });

  it('fails when a label is missing, or one more is there', async () => {
    expect((await faultsWith()).get(oneLabel)).toContain('nordgate_projection');
    const more = await faultsWith('nordgate_projection', 'nordgate_cause');
    expect(more.get(oneLabel)).toContain('nordgate_cause');
  });
});
