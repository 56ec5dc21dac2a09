import { streamType } from '@nordgate/decider';
import type { DomainEvent } from '@nordgate/decider';
import { upcastStored } from './stored-event.js';
import { toStoredText } from './stored-text.js';

type Paid = DomainEvent<'Paid', { amount: { value: string; currency: string } }>;

/** Version 1 was a bare number, version 2 a text, version 3 names the currency. */
const till = streamType<number, Paid>({
  name: 'till',
  stateVersion: 1,
  initial: 0,
  evolve: (count) => count + 1,
  events: {
    Paid: {
      version: 3,
      upcasts: [
        (data: { amount: number }) => ({ amount: data.amount.toFixed(2) }),
        (data: { amount: string }) => ({ amount: { value: data.amount, currency: 'NOK' } }),
      ],
    },
  },
});

const current = { type: 'Paid', data: { amount: { value: '12.00', currency: 'NOK' } } };

const row = {
  id: 'e1',
  stream_id: 'till-1',
  version: '7',
  type: 'Paid',
  schema_version: 1,
  json: '{"amount": "12.00"}',
  meta: { commandId: 'c1', actor: 'test', requestedAt: '2026-03-01T10:00:00Z' },
  at: new Date('2026-03-01T10:00:01Z'),
  tx: '12',
  position: '34',
};

describe('toStoredText', () => {
  it('returns the event with the stored text and the parsed data', () => {
    expect(toStoredText(row)).toEqual({
      id: 'e1',
      streamId: 'till-1',
      version: 7,
      type: 'Paid',
      schemaVersion: 1,
      data: { amount: '12.00' },
      json: '{"amount": "12.00"}',
      meta: row.meta,
      at: '2026-03-01T10:00:01.000Z',
      tx: 12n,
      position: 34n,
    });
  });

  it('keeps the data in a copy of the event', () => {
    expect({ ...toStoredText(row), version: 8 }).toMatchObject({ data: { amount: '12.00' } });
  });

  it('parses the data once, at the first access', () => {
    const event = toStoredText({ ...row, json: '{' });
    expect(() => event.data).toThrow(SyntaxError);
    const good = toStoredText(row);
    expect(good.data).toBe(good.data);
  });
});

it('upcastStored sets the current schema version', () => {
  const stored = {
    id: 'id',
    streamId: 'till-1',
    version: 7,
    type: 'Paid',
    schemaVersion: 1,
    data: { amount: 12 },
    meta: { commandId: 'c', actor: 'a', requestedAt: 'then' },
    at: 'now',
    tx: 1n,
    position: 1n,
  };
  expect(upcastStored(till, stored)).toEqual({ ...stored, schemaVersion: 3, data: current.data });
});

it('upcastStored removes the stored text of a lifted event only', () => {
  const stored = {
    ...{ id: 'id', streamId: 'till-1', version: 7, type: 'Paid', at: '', tx: 1n, position: 1n },
    meta: { commandId: 'c', actor: 'a', requestedAt: '' },
  };
  const old = { ...stored, schemaVersion: 1, data: { amount: 12 }, json: '{"amount":12}' };
  expect(upcastStored(till, old)).toEqual({ ...stored, schemaVersion: 3, data: current.data });
  const recent = {
    ...stored,
    schemaVersion: 3,
    data: current.data,
    json: JSON.stringify(current.data),
  };
  expect(upcastStored(till, recent)).toEqual(recent);
  expect(() => upcastStored(till, { ...recent, schemaVersion: 4 })).toThrow('knows 1 to 3');
});
