import { CalendarDate, ListOf, OneOf, Optional } from '@nordgate/contracts/fields';
import { readObject } from './read-settings.js';

class Entry {
  @OneOf(['x'])
  id!: string;

  @ListOf(['a', 'b'], 0)
  roles!: readonly string[];

  @Optional()
  @CalendarDate()
  to?: string;
}

describe('an object of a mounted file', () => {
  it('is read as an instance of its class', () => {
    const read = readObject(Entry, { id: 'x', roles: ['b', 'a'], to: '2028-02-29' });
    expect(read).toEqual({ value: { id: 'x', roles: ['b', 'a'], to: '2028-02-29' } });
    expect('value' in read && read.value).toBeInstanceOf(Entry);
    expect(readObject(Entry, { id: 'x', roles: [] })).toEqual({ value: { id: 'x', roles: [] } });
  });

  it('has one line for each field at fault and for each unknown field', () => {
    const faulty = { id: 'y', roles: ['a', 'a'], to: '2026-02-30', until: 1 };
    const read = readObject(Entry, faulty);
    expect('faults' in read && read.faults).toEqual([
      'id: The value must be one of: x.',
      'roles/1: The list names this value more than once.',
      'to: The calendar has no such date.',
      'until: This member is not known here; check its spelling.',
    ]);
  });

  it.each([[null], [[]], ['x'], [1]])('cannot be %j', (value) => {
    expect(readObject(Entry, value)).toEqual({ faults: ['it is not an object'] });
  });

  it('cannot have null for an optional field', () => {
    const read = readObject(Entry, { id: 'x', roles: [], to: null });
    expect(read).toEqual({ faults: ['to: The value must be a JSON string.'] });
  });
});
