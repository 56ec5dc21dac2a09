import { ConnectionTable } from './connection-table.js';
import type { ConnectionLimits } from './connection-table.js';

const tableOf = (limits: Partial<ConnectionLimits> = {}) =>
  new ConnectionTable<string>({ perAddress: 2, total: 4, ...limits });

/** A table with these connections of one address, each of which has sent a request. */
function busyTable(address: string, ...connections: string[]): ConnectionTable<string> {
  const table = tableOf();
  for (const connection of connections) {
    table.open(connection, address);
    table.heard(connection);
  }
  return table;
}

const admitted = { is: 'admitted' };

describe('the connections of one address', () => {
  it('are admitted up to the cap and refused beyond it', () => {
    const table = busyTable('192.0.2.1', 'a', 'b');
    expect(table.open('c', '192.0.2.1')).toEqual({ is: 'refused', cause: 'address-connections' });
    expect(table.open('d', '192.0.2.2')).toEqual(admitted);
  });

  it('free their place when they close', () => {
    const table = busyTable('192.0.2.1', 'a', 'b');
    table.close('a');
    table.close('a');
    expect(table.open('c', '192.0.2.1')).toEqual(admitted);
    table.heard('c');
    expect(table.open('d', '192.0.2.1')).toMatchObject({ is: 'refused' });
  });

  it('lose their oldest silent connection to a new one at the cap', () => {
    const table = tableOf({ perAddress: 3 });
    for (const connection of ['a', 'b', 'c']) table.open(connection, '192.0.2.1');
    table.heard('a');
    expect(table.open('d', '192.0.2.1')).toEqual({ is: 'admitted', drops: 'b' });
    expect(table.open('e', '192.0.2.1')).toEqual({ is: 'admitted', drops: 'c' });
  });

  it('at their cap take no silent connection of another address', () => {
    const table = busyTable('192.0.2.1', 'a', 'b');
    table.open('silent', '192.0.2.2');
    expect(table.open('c', '192.0.2.1')).toMatchObject({ is: 'refused' });
  });
});

describe('the connections of a full server', () => {
  it('lose the oldest silent connection of any address to a new one', () => {
    const table = tableOf();
    for (const connection of ['a', 'b', 'c', 'd']) table.open(connection, `192.0.2.${connection}`);
    table.heard('a');
    expect(table.open('e', '198.51.100.1')).toEqual({ is: 'admitted', drops: 'b' });
  });

  it('stay when all of them have sent a request, and the new connection is refused', () => {
    const table = tableOf();
    for (const connection of ['a', 'b', 'c', 'd']) {
      table.open(connection, `192.0.2.${connection}`);
      table.heard(connection);
    }
    expect(table.open('e', '198.51.100.1')).toEqual({ is: 'refused', cause: 'connections' });
  });

  it('count those of a proxy, which exceed the cap of an address and are never dropped', () => {
    const table = tableOf();
    for (const connection of ['a', 'b', 'c']) {
      expect(table.open(connection, undefined)).toEqual(admitted);
    }
    expect(table.open('d', '192.0.2.1')).toEqual(admitted);
    expect(table.open('e', undefined)).toEqual({ is: 'admitted', drops: 'd' });
    expect(table.open('f', undefined)).toEqual({ is: 'refused', cause: 'connections' });
  });
});
