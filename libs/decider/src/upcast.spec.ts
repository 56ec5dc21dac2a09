import { streamType } from './stream-type.js';
import { upcast } from './upcast.js';
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

const current = { type: 'Paid', data: { amount: { value: '12.00', currency: 'NOK' } } };

it.each([
  ['the oldest', 1, { amount: 12 }],
  ['a middle', 2, { amount: '12.00' }],
  ['the current', 3, current.data],
])('upcast lifts %s form to the current one', (_, schemaVersion, data) => {
  expect(upcast(till, { type: 'Paid', schemaVersion, data })).toEqual(current);
});

it.each([
  ['an unknown event', { type: 'Stolen', schemaVersion: 1 }, 'till streams have no event Stolen'],
  ['an inherited name', { type: 'toString', schemaVersion: 1 }, 'have no event toString'],
  ['a newer version', { type: 'Paid', schemaVersion: 4 }, 'this release knows 1 to 3'],
  ['a version below 1', { type: 'Paid', schemaVersion: 0 }, 'this release knows 1 to 3'],
])('upcast throws for %s', (_, stored, message) => {
  expect(() => upcast(till, { ...stored, data: {} })).toThrow(message);
});

it('upcast throws when one step of the chain is missing', () => {
  const broken = { ...till, events: { Paid: { version: 3, upcasts: [] } } };
  expect(() => upcast(broken, { type: 'Paid', schemaVersion: 1, data: {} })).toThrow(
    'Paid has no upcast from version 1',
  );
});

describe('a release that reads the next version and writes its own', () => {
  const expanding = {
    ...till,
    events: {
      Paid: {
        version: 1,
        downcasts: [
          (data: { amount: string }) => ({ amount: Number(data.amount) }),
          (data: { amount: { value: string } }) => ({ amount: data.amount.value }),
        ],
      },
    },
  };

  it.each([
    ['its own form', 1, { amount: 12 }],
    ['the form of the next release', 2, { amount: '12.00' }],
    ['the form of the release after that', 3, current.data],
  ])('reads %s', (_, schemaVersion, data) => {
    const read = upcast(expanding, { type: 'Paid', schemaVersion, data });
    expect(read).toEqual({ type: 'Paid', data: { amount: 12 } });
  });

  it('throws for a version that it cannot lower', () => {
    const stored = { type: 'Paid', schemaVersion: 4, data: {} };
    expect(() => upcast(expanding, stored)).toThrow('this release knows 1 to 3');
  });
});
