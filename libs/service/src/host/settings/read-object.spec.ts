import { readObject } from './read-settings.js';
import { Checked, Day, ListOf, Optional } from './setting-kinds.js';

class Entry {
  @Checked((value) => value === 'x', 'the letter x')
  id!: string;

  @ListOf('a', 'b')
  roles!: readonly string[];

  @Optional()
  @Day()
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
    expect('faults' in read && [...read.faults].sort()).toEqual([
      'id has to be the letter x',
      'property until should not exist',
      'roles has to be a list of different words out of a, b',
      'to has to be a day, YYYY-MM-DD',
    ]);
  });

  it.each([[null], [[]], ['x'], [1]])('cannot be %j', (value) => {
    expect(readObject(Entry, value)).toEqual({ faults: ['it is not an object'] });
  });

  it('cannot have null for an optional field', () => {
    const read = readObject(Entry, { id: 'x', roles: [], to: null });
    expect(read).toEqual({ faults: ['to has to be a day, YYYY-MM-DD'] });
  });
});
