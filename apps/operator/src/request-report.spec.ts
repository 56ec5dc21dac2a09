import type { TracedSpan } from '@nordgate/contracts/commands';
import { treeText } from './request-report.js';

const span = (spanId: string, startMs: number, other: Partial<TracedSpan> = {}): TracedSpan => ({
  ...{ spanId, name: spanId, service: 'payments', startMs, durationMs: 10, failed: false },
  ...{ attributes: {}, ...other },
});

/** The parent is outside of the bank. */
const request = span('request', 100, { parentId: 'tpp', durationMs: 40, service: 'gateway' });
const send = span('send', 110, { parentId: 'request', durationMs: 20, service: 'gateway' });
const decide = span('decide', 115, {
  ...{ parentId: 'send', failed: true },
  attributes: { 'nordgate.message.type': 'InitiatePayment' },
});

describe('the text of a trace', () => {
  it('is a line for each span: name, service, what it was about, start, duration and bar', () => {
    expect(treeText([request, send, decide])).toEqual([
      `request            gateway                        0.0 ms     40.0 ms  ${'█'.repeat(24)}`,
      `  send             gateway                       10.0 ms     20.0 ms        ${'█'.repeat(12)}`,
      `    decide FAILED  payments  InitiatePayment     15.0 ms     10.0 ms           ${'█'.repeat(6)}`,
    ]);
  });
});
