import fc from 'fast-check';
import { commandMessage, commandOf, replyAddressOf } from './command-message.js';
import { MalformedMessageError } from './cloud-events.js';

const meta = { at: '2026-03-01T10:00:00Z', actor: 'PSDNO-FSA-1' };
const command = { type: 'Note', id: 'c1', stream: 'journal-1', data: { number: 1 }, meta };

describe('a command message', () => {
  it('is a CloudEvent with the stream as key', () => {
    expect(commandMessage(command, '/gateway', 'reply-7')).toEqual({
      key: 'journal-1',
      value: '{"number":1}',
      headers: {
        ce_specversion: '1.0',
        ce_id: 'c1',
        ce_type: 'Note',
        ce_source: '/gateway',
        ce_subject: 'journal-1',
        ce_time: '2026-03-01T10:00:00Z',
        'nordgate-actor': 'PSDNO-FSA-1',
        'nordgate-reply-to': 'reply-7',
      },
    });
  });

  it('is read back as the command that was sent, whatever its data', () => {
    const trace = { traceparent: fc.string(), tracestate: fc.string() };
    const anyMeta = fc.record(
      { at: fc.string(), actor: fc.string(), ...trace },
      { requiredKeys: ['at', 'actor'] },
    );
    const anyCommand = fc.record({
      type: fc.string(),
      id: fc.string(),
      stream: fc.string(),
      data: fc.jsonValue({ noUnicodeString: false }),
      meta: anyMeta,
    });
    fc.assert(
      fc.property(anyCommand, (sent) => {
        const { data, ...rest } = commandOf(commandMessage(sent, '/gateway'));
        const { data: sentData, ...sentRest } = sent;
        expect(rest).toEqual(sentRest);
        expect(JSON.stringify(data)).toBe(JSON.stringify(sentData));
      }),
    );
  });

  it('has null as value when the command has no data', () => {
    const message = commandMessage({ ...command, data: undefined }, '/gateway');
    expect(commandOf(message).data).toBeNull();
  });

  it('carries the return address of a sender that waits', () => {
    expect(replyAddressOf(commandMessage(command, '/gateway', 'reply-7'))).toBe('reply-7');
    expect(replyAddressOf(commandMessage(command, '/gateway'))).toBeUndefined();
  });

  it.each(['ce_id', 'ce_type', 'ce_time', 'nordgate-actor'])('is malformed without %s', (name) => {
    const message = commandMessage(command, '/gateway');
    const headers = Object.fromEntries(
      Object.entries(message.headers).filter(([header]) => header !== name),
    );
    const read = () => commandOf({ ...message, headers });
    expect(read).toThrow(MalformedMessageError);
    expect(read).toThrow(name);
  });

  it.each(['', '{', 'undefined', "{'a':1}"])('is malformed with the value %j', (value) => {
    const message = { ...commandMessage(command, '/gateway'), value };
    expect(() => commandOf(message)).toThrow(MalformedMessageError);
  });
});
