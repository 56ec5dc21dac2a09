import type { Reading } from './process-readings.js';
import { heapIn, messagesIn } from './process-readings.js';
import { livingHeap, mbAnHour, moreFiles, soakVerdicts } from './soak-verdicts.js';

/** A reading each six minutes. */
const readings = (count: number, of: (at: number) => Partial<Reading>): Reading[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ seconds: at * 360, residentBytes: 200_000_000, heapBytes: 80_000_000, openFiles: 60 },
    ...of(at),
  }));
const missed = (some: readonly Reading[], lag = 0) =>
  soakVerdicts([{ name: 'payments-1', readings: some }], lag)
    .filter(({ held }) => !held)
    .map(({ objective }) => objective);

describe('what a long load shows of a process', () => {
  it('is the slope of its memory, in MB an hour', () => {
    const slopeOf = (count: number, bytesAt: (at: number) => number) =>
      mbAnHour(
        Array.from({ length: count }, (_, at) => ({ seconds: at * 360, bytes: bytesAt(at) })),
      );
    expect(slopeOf(20, () => 200_000_000)).toBeCloseTo(0);
    // Ten readings an hour.
    expect(slopeOf(20, (at) => 200_000_000 + at * 100_000)).toBeCloseTo(1);
    const noisy = slopeOf(41, (at) => (at % 2 === 0 ? 210_000_000 : 190_000_000));
    expect(Math.abs(noisy)).toBeLessThan(0.5);
  });

  it('is the lowest heap of each sixth of the time: what a collection of garbage has left', () => {
    const heaps = [90, 50, 80, 95, 51, 70, 60, 52, 90, 99, 70, 53, 54, 90, 80, 55, 70, 90];
    const living = livingHeap(readings(18, (at) => ({ heapBytes: (heaps[at] ?? 0) * 1_000_000 })));
    expect(living.map(({ bytes }) => bytes / 1_000_000)).toEqual([50, 51, 52, 53, 54, 55]);
    expect(living.map(({ seconds }) => seconds / 360)).toEqual([1, 4, 7, 11, 12, 15]);
    expect(livingHeap(readings(4, () => ({})))).toHaveLength(4);
    expect(livingHeap([])).toEqual([]);
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

  it('holds while what lives in the heap grows by less than 1 MB an hour, whatever garbage there is', () => {
    const living = (bytes: number) =>
      readings(80, (at) => ({
        heapBytes: at % 10 === 5 ? 50_000_000 + at * bytes : 90_000_000 + at * 200_000,
      }));
    expect(missed(living(95_000))).toEqual([]);
    expect(missed(living(105_000))).toEqual([
      'payments-1: what lives in the heap grows less than 1 MB/h',
    ]);
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

describe('the heap in the metrics of a process', () => {
  it('is what Node says of it', () => {
    const metrics = ['# HELP nodejs_heap_size_used_bytes', 'nodejs_heap_size_used_bytes 81234567'];
    expect(heapIn(metrics.join('\n'))).toBe(81_234_567);
    expect(heapIn('')).toBeNaN();
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
