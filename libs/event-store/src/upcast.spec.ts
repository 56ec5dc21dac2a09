import { streamType } from './stream-type.js';
import { upcast, upcastStored } from './upcast.js';
import type { DomainEvent } from './decider.js';

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

const today = { type: 'Paid', data: { amount: { value: '12.00', currency: 'NOK' } } };

it.each([
  ['the oldest', 1, { amount: 12 }],
  ['a middle', 2, { amount: '12.00' }],
  ['today’s', 3, today.data],
])('lifts %s form to today’s', (_, schemaVersion, data) => {
  expect(upcast(till, { type: 'Paid', schemaVersion, data })).toEqual(today);
});

it('says that a lifted event is of today’s version', () => {
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
  expect(upcastStored(till, stored)).toEqual({ ...stored, schemaVersion: 3, data: today.data });
});

it.each([
  ['an unknown event', { type: 'Stolen', schemaVersion: 1 }, 'till streams have no event Stolen'],
  ['an inherited name', { type: 'toString', schemaVersion: 1 }, 'have no event toString'],
  ['a newer version', { type: 'Paid', schemaVersion: 4 }, 'this release knows 1 to 3'],
  ['a version below 1', { type: 'Paid', schemaVersion: 0 }, 'this release knows 1 to 3'],
])('throws for %s', (_, stored, message) => {
  expect(() => upcast(till, { ...stored, data: {} })).toThrow(message);
});

it('throws when a link of the chain is missing', () => {
  const broken = { ...till, events: { Paid: { version: 3, upcasts: [] } } };
  expect(() => upcast(broken, { type: 'Paid', schemaVersion: 1, data: {} })).toThrow(
    'Paid has no upcast from version 1',
  );
});

it('takes the text of an event away when it is lifted, and only then', () => {
  const stored = {
    ...{ id: 'id', streamId: 'till-1', version: 7, type: 'Paid', at: '', tx: 1n, position: 1n },
    meta: { commandId: 'c', actor: 'a', requestedAt: '' },
  };
  const old = { ...stored, schemaVersion: 1, data: { amount: 12 }, json: '{"amount":12}' };
  expect(upcastStored(till, old)).toEqual({ ...stored, schemaVersion: 3, data: today.data });
  const recent = {
    ...stored,
    schemaVersion: 3,
    data: today.data,
    json: JSON.stringify(today.data),
  };
  expect(upcastStored(till, recent)).toEqual(recent);
  expect(() => upcastStored(till, { ...recent, schemaVersion: 4 })).toThrow('knows 1 to 3');
});
