import { indented, streamReport } from './watch-commands.js';

describe('a stream on a terminal', () => {
  it('has each event with its data indented below it', () => {
    const event = { version: 1, type: 'PaymentInitiated', at: '2030-03-01', actor: 'PSDNO-FSA-1' };
    const data = {
      amount: { amount: '10.00', currency: 'NOK' },
      tags: ['a', { b: 1 }],
      note: null,
    };
    const events = [
      { ...event, data, traceId: '4bf9' },
      { ...event, version: 2, data: {} },
    ];
    expect(streamReport({ stream: 'payment-1', correlation: '12ab', events }).split('\n')).toEqual([
      'stream payment-1',
      'nordgate.correlation 12ab',
      '',
      '1 PaymentInitiated  2030-03-01  PSDNO-FSA-1  trace 4bf9',
      '    amount:',
      '      amount: 10.00',
      '      currency: NOK',
      '    tags:',
      '      - a',
      '      -',
      '        b: 1',
      '    note: null',
      '',
      '2 PaymentInitiated  2030-03-01  PSDNO-FSA-1',
    ]);
  });

  it.each([
    ['', '""'],
    ['two\nlines', '"two\\nlines"'],
    ['{}', '"{}"'],
    [' at the edge', '" at the edge"'],
    ['10.00', '10.00'],
    ['[redacted]', '"[redacted]"'],
  ])('quotes a text that could be misread: %j', (value, line) => {
    expect(indented({ value })).toEqual([`value: ${line}`]);
  });

  it('shows an empty list and an empty object', () => {
    expect(indented({ none: [], nothing: {} })).toEqual(['none: []', 'nothing: {}']);
  });
});
