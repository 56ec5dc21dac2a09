import type { Reading } from './process-readings.js';
import { messagesIn } from './process-readings.js';
import { mbAnHour, moreFiles, soakVerdicts } from './soak-verdicts.js';

/** A reading each six minutes. */
const readings = (count: number, of: (at: number) => Partial<Reading>): Reading[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ seconds: at * 360, residentBytes: 200_000_000, openFiles: 60 },
    ...of(at),
  }));
const missed = (some: readonly Reading[], lag = 0) =>
  soakVerdicts([{ name: 'payments-1', readings: some }], lag)
    .filter(({ held }) => !held)
    .map(({ objective }) => objective);

describe('what a long load shows of a process', () => {
  it('is the slope of its memory, in MB an hour', () => {
    expect(mbAnHour(readings(20, () => ({})))).toBeCloseTo(0);
    // Ten readings an hour.
    const growing = readings(20, (at) => ({ residentBytes: 200_000_000 + at * 100_000 }));
    expect(mbAnHour(growing)).toBeCloseTo(1);
    const noisy = readings(41, (at) => ({
      residentBytes: at % 2 === 0 ? 210_000_000 : 190_000_000,
    }));
    expect(Math.abs(mbAnHour(noisy))).toBeLessThan(0.5);
  });

  it('is how many more files it has open in the last third than in the first', () => {
    const files = [60, 65, 61, 90, 62, 61, 63, 70, 66];
    expect(moreFiles(readings(9, (at) => ({ openFiles: files[at] ?? 0 })))).toBe(5);
  });

  it('holds while memory grows by less than 1 MB an hour, and not from there on', () => {
    const growing = (bytes: number) =>
      readings(80, (at) => ({ residentBytes: 200_000_000 + at * bytes }));
    expect(missed(growing(99_000))).toEqual([]);
    expect(missed(growing(101_000))).toEqual(['payments-1: memory grows less than 1 MB/h']);
  });

  it('leaves out the first quarter, in which the process warms up', () => {
    const warming = readings(80, (at) => ({
      residentBytes: Math.min(at, 19) * 10_000_000,
      openFiles: Math.min(at, 19) * 10,
    }));
    expect(missed(warming)).toEqual([]);
  });

  it('holds with ten more files open, and not with eleven', () => {
    const opening = (more: number) =>
      readings(80, (at) => ({ openFiles: at < 60 ? 60 : 60 + more }));
    expect(missed(opening(10))).toEqual([]);
    expect(missed(opening(11))).toEqual(['payments-1: open files are flat']);
  });

  it('does not hold while one message waits at the end', () => {
    expect(
      missed(
        readings(9, () => ({})),
        1,
      ),
    ).toEqual(['every message is handled']);
  });
});

describe('the lag in the metrics of a process', () => {
  it('is that of all its groups and topics', () => {
    const metrics = [
      '# TYPE nordgate_consumer_lag_messages gauge',
      'nordgate_consumer_lag_messages{messaging_consumer_group_name="a",messaging_destination_name="t"} 3 1700000000000',
      'nordgate_consumer_lag_messages{messaging_consumer_group_name="b",messaging_destination_name="t"} 40',
      'nordgate_consumer_lag_seconds{messaging_consumer_group_name="b",messaging_destination_name="t"} 7',
    ].join('\n');
    expect(messagesIn(metrics)).toBe(43);
    expect(messagesIn('')).toBe(0);
  });
});
