import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needsOf } from './scale.js';
import { defaultInputs, defaultSizes, readingCore, scaleLines } from './scale-table.js';

const { parts, measured } = defaultInputs;
const idle = {
  ...{ customers: 1000, executedPayments: 0, unapprovedPayments: 0, reportedEntries: 0 },
  ...{ requests: 0, peakHourShare: 0.1 },
};

describe('what a bank of some size needs', () => {
  it('is the bytes of each payment and entry, times how many there are in a day', () => {
    const bank = { ...idle, executedPayments: 2, unapprovedPayments: 3, reportedEntries: 5 };
    const { databases, broker, wal } = needsOf(bank, parts, measured);
    expect(databases).toBeCloseTo((1000 * (2 * 17 + 3 * 2.5 + 5 * 1.1)) / 1e6);
    expect(broker).toBeCloseTo((1000 * (2 * 5.9 + 3 * 1.9 + 5 * 0.7)) / 1e6);
    expect(wal).toBeCloseTo((1000 * (2 * 33 + 3 * 3.1 + 5 * 1.8)) / 1e6);
  });

  it('is one more gateway as soon as half of what a gateway can is exceeded', () => {
    const atPeak = (perSecond: number) => ({
      ...idle,
      requests: (perSecond * 3600) / (1000 * 0.1),
    });
    expect(needsOf(atPeak(192), parts, measured).gateways).toBe(1);
    expect(needsOf(atPeak(193), parts, measured).gateways).toBe(2);
  });

  it('is one more cell as soon as the entries of its days exceed one database', () => {
    const one = { ...parts, databaseGb: 1.1, entryDays: 1000 };
    const entries = (reportedEntries: number) =>
      needsOf({ ...idle, reportedEntries }, one, measured);
    expect(entries(1).cellsByDatabase).toBe(1);
    expect(entries(1.01).cellsByDatabase).toBe(2);
    expect(entries(1).daysUntilFull).toBeCloseTo(1000);
  });

  it('is in the end what payments leave in their days, and entries in theirs', () => {
    const bank = { ...idle, executedPayments: 2, reportedEntries: 5 };
    const { keptTb } = needsOf(bank, { ...parts, keptDays: 100, entryDays: 10 }, measured);
    expect(keptTb).toBeCloseTo((1000 * (2 * 17 * 100 + 5 * 1.1 * 10)) / 1e9);
  });

  it('is one cell without an end of its database where TPPs read the core', () => {
    const { day } = readingCore(defaultInputs);
    const needs = needsOf({ customers: 1e8, ...day }, parts, measured);
    expect(needs).toMatchObject({ cellsByDatabase: 1, cellsByRelay: 1, daysUntilFull: Infinity });
  });

  it('is in the page on scale as the program prints it', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../../../docs/operations/scale.md'),
      'utf8',
    );
    for (const inputs of [defaultInputs, readingCore(defaultInputs)]) {
      expect(page).toContain(scaleLines(inputs, defaultSizes).slice(3).join('\n'));
    }
    expect(page).toContain(scaleLines(defaultInputs, defaultSizes).join('\n'));
  });
});
