import {
  keptTraces,
  markedTraces,
  otherTraces,
  redactionChecks,
  samplingChecks,
} from './collector-checks.js';
import { harmless, planted } from './planted.js';
import { exportOf, foreignKeys } from './spans.js';

const failed = (checked: ReturnType<typeof redactionChecks>) =>
  checked.filter(({ fault }) => fault !== undefined);

describe('the checks of the Collector', () => {
  it('fail for every planted value when nothing redacts', () => {
    const untouched = JSON.stringify(exportOf(markedTraces, 1));
    const names = failed(redactionChecks(untouched)).map(({ what }) => what);
    expect(names).toEqual([
      ...planted.map(({ what }) => `${what} does not leave the Collector`),
      ...foreignKeys.map((key) => `the attribute ${key} does not leave the Collector`),
      'the state of a trace does not leave the Collector',
    ]);
  });

  it('fail for what a span needs when nothing arrives', () => {
    expect(failed(redactionChecks(''))).toHaveLength(harmless.length + 3);
    expect(failed(samplingChecks(''))).toHaveLength(markedTraces.length + keptTraces.length + 1);
  });

  it('fail when one of the traces that the processes record is lost', () => {
    const exported = (others: typeof otherTraces) =>
      JSON.stringify(exportOf([...markedTraces, ...keptTraces, ...others], 1));
    expect(failed(samplingChecks(exported(otherTraces)))).toEqual([]);
    expect(failed(samplingChecks(exported(otherTraces.slice(1)))).map(({ what }) => what)).toEqual([
      'the other traces that the processes record are kept',
    ]);
  });
});
