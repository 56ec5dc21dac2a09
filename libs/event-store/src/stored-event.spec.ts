import { toStoredText } from './stored-event.js';

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

describe('an event whose data are read as text', () => {
  it('has the text as it lies in the store, and its data', () => {
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

  it('keeps its data in a copy', () => {
    expect({ ...toStoredText(row), version: 8 }).toMatchObject({ data: { amount: '12.00' } });
  });

  it('parses them once, and not before they are asked for', () => {
    const event = toStoredText({ ...row, json: '{' });
    expect(() => event.data).toThrow(SyntaxError);
    const good = toStoredText(row);
    expect(good.data).toBe(good.data);
  });
});
