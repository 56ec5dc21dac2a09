import { createLog } from '@nordgate/telemetry';
import { InstanceCount } from './instance-count.js';

const log = createLog({ app: 'test', level: 'silent' });

describe('the number of instances', () => {
  it.each([
    ['one address of IPv4 each', ['10.0.0.1', '10.0.0.2'], 2],
    ['one address of IPv6 each', ['fd00::1', 'fd00::2', 'fd00::3'], 3],
    ['an address of each family', ['10.0.0.1', 'fd00::1', '10.0.0.2', 'fd00::2'], 2],
    ['a repeated address', ['10.0.0.1', '10.0.0.2', '10.0.0.2'], 2],
    ['no address', [], 1],
  ])('of a name with %s is that of the pods, and at least one', async (_what, addresses, found) => {
    const count = new InstanceCount('gateway-peers', log, () => Promise.resolve(addresses));
    expect(count.current()).toBe(1);
    await count.look();
    expect(count.current()).toBe(found);
  });

  it('follows the name', async () => {
    let addresses = ['10.0.0.1', '10.0.0.2'];
    const count = new InstanceCount('gateway-peers', log, () => Promise.resolve(addresses));
    await count.look();
    addresses = ['10.0.0.1'];
    await count.look();
    expect(count.current()).toBe(1);
  });

  it('stays while the name has no answer, and the log has one line', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const seen = createLog({ app: 'test', destination });
    let isDown = false;
    const count = new InstanceCount('gateway-peers', seen, () =>
      isDown ? Promise.reject(new Error('no DNS')) : Promise.resolve(['10.0.0.1', '10.0.0.2']),
    );
    await count.look();
    isDown = true;
    await count.look();
    await count.look();
    expect(count.current()).toBe(2);
    expect(lines).toEqual([expect.stringContaining('gateway-peers')]);
  });

  it('is asked of the resolver of the machine', async () => {
    const count = new InstanceCount('localhost', log);
    await count.look();
    expect(count.current()).toBe(1);
  });
});
