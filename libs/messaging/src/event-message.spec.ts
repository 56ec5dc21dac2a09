import type { StoredEvent } from '@nordgate/event-store';
import fc from 'fast-check';
import { eventMessage, eventOf, publishedEventOf } from './event-message.js';
import { MalformedMessageError } from './cloud-events.js';

const stored: StoredEvent = {
  id: '5f0e8d5e-6b86-4f2b-9d5c-0d7a5c1f5b11',
  streamId: 'journal-1',
  version: 3,
  type: 'Noted',
  schemaVersion: 1,
  data: { number: 1 },
  meta: { commandId: 'c1', actor: 'PSDNO-FSA-1', requestedAt: '2026-03-01T10:00:00Z' },
  at: '2026-03-01T10:00:01.000Z',
  tx: 7n,
  position: 9n,
};

describe('an event message', () => {
  it('is a CloudEvent with the stream as key and does not name the actor', () => {
    expect(eventMessage(stored, 'payments.events.v1')).toEqual({
      key: 'journal-1',
      value: '{"number":1}',
      headers: {
        ce_specversion: '1.0',
        ce_id: stored.id,
        ce_type: 'Noted',
        ce_source: 'payments.events.v1',
        ce_subject: 'journal-1',
        ce_time: '2026-03-01T10:00:01.000Z',
        'nordgate-version': '3',
        'nordgate-schema-version': '1',
        'nordgate-command': 'c1',
      },
    });
  });

  it('carries the stored JSON text unchanged when it was read from the store', () => {
    const { value } = eventMessage({ ...stored, json: '{"number": 1.0}' }, 'payments.events.v1');
    expect(value).toBe('{"number": 1.0}');
  });

  it('is read back as the event that was stored, whatever its data', () => {
    const version = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    const anyEvent = fc.record({
      type: fc.string(),
      streamId: fc.string(),
      version,
      at: fc.string(),
      data: fc.jsonValue(),
      trace: fc.record(
        { traceparent: fc.string(), tracestate: fc.string(), aheadMs: fc.integer({ min: 1 }) },
        { requiredKeys: [] },
      ),
    });
    fc.assert(
      fc.property(anyEvent, ({ trace, ...event }) => {
        const sent = { ...stored, ...event, meta: { ...stored.meta, ...trace } };
        const { event: received, ...rest } = eventOf(eventMessage(sent, 'payments.events.v1'));
        const { streamId: stream, version: place, at } = event;
        expect(rest).toEqual({ stream, version: place, at, ...trace });
        expect(received.type).toBe(event.type);
        expect(JSON.stringify(received.data)).toBe(JSON.stringify(event.data));
      }),
    );
  });

  it('has everything that a restore writes to the store, except the actor', () => {
    const { id, streamId, version, type, schemaVersion, data, at, meta } = stored;
    const trace = { traceparent: '00-1-2-01', tracestate: 'a=b' };
    const spread = { commandEvents: 3, aheadMs: 60_000 };
    const message = eventMessage(
      { ...stored, meta: { ...meta, ...spread, ...trace } },
      'payments.events.v1',
    );
    expect(publishedEventOf(message)).toEqual({
      ...{ id, streamId, version, type, schemaVersion, data, at, ...trace, ...spread },
      commandId: meta.commandId,
    });
  });

  it('of an older release has neither the version of its form nor its command', () => {
    const message = eventMessage(stored, 'payments.events.v1');
    const later = ['nordgate-schema-version', 'nordgate-command'];
    const headers = Object.fromEntries(
      Object.entries(message.headers).filter(([name]) => !later.includes(name)),
    );
    const { id, streamId, version, type, data, at } = stored;
    expect(publishedEventOf({ ...message, headers })).toEqual({
      id,
      streamId,
      version,
      type,
      data,
      at,
    });
  });

  it.each(['ce_type', 'ce_time', 'nordgate-version'])('is malformed without %s', (name) => {
    const message = eventMessage(stored, 'payments.events.v1');
    const headers = Object.fromEntries(
      Object.entries(message.headers).filter(([header]) => header !== name),
    );
    expect(() => eventOf({ ...message, headers })).toThrow(MalformedMessageError);
  });

  it.each(['', '0', '-1', '1.5', 'three', '1000000000000000'])(
    'is malformed with a world that is %j milliseconds ahead',
    (ahead) => {
      const message = eventMessage(stored, 'payments.events.v1');
      const headers = { ...message.headers, 'nordgate-ahead': ahead };
      expect(() => eventOf({ ...message, headers })).toThrow(MalformedMessageError);
    },
  );

  it.each(['', '0', '-1', '1.5', 'three', '9007199254740993'])(
    'is malformed with the version %j',
    (version) => {
      const message = eventMessage(stored, 'payments.events.v1');
      const headers = { ...message.headers, 'nordgate-version': version };
      expect(() => eventOf({ ...message, headers })).toThrow(MalformedMessageError);
    },
  );

  it('is malformed when its value is not JSON', () => {
    const message = { ...eventMessage(stored, 'payments.events.v1'), value: '{' };
    expect(() => eventOf(message)).toThrow(MalformedMessageError);
  });

  it('has the sequence of an outside system as its version', () => {
    const message = eventMessage(stored, 'core.outcomes.v1');
    const own = Object.entries(message.headers).filter(([name]) => name !== 'nordgate-version');
    const withSequence = (sequence: string) =>
      eventOf({ ...message, headers: { ...Object.fromEntries(own), ce_sequence: sequence } });
    expect(withSequence('1893583800000000').version).toBe(1_893_583_800_000_000);
    expect(() => withSequence('1.5')).toThrow(MalformedMessageError);
  });
});
