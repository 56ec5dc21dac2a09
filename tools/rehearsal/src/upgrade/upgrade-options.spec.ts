import { orderOf, readUpgradeOptions } from './upgrade-options.js';

const order = ['payments', 'baskets', 'sca', 'accounts', 'batch', 'gateway'];
const named = (args: readonly string[]) => readUpgradeOptions(['--from=HEAD', ...args]);

describe('the command line of the rehearsal of an upgrade', () => {
  it('is one turn forth in the order from payments to gateway by default', () => {
    expect(named([])).toEqual({ from: 'HEAD', turns: ['forth'], order, needs: undefined });
  });

  it('has turns, an order and a release whose needs hold', () => {
    const args = [
      '--turns=forth,back,forth',
      '--needs=0.2.0',
      `--order=${order.toReversed().join()}`,
    ];
    const expected = { turns: ['forth', 'back', 'forth'], order: order.toReversed() };
    expect(named(args)).toEqual({ from: 'HEAD', ...expected, needs: '0.2.0' });
  });

  it('gives help', () => {
    expect(readUpgradeOptions(['--help'])).toBe('help');
  });

  it.each([
    ['no release to begin from', ['--turns=forth'], '--from'],
    ['an empty release', ['--from='], '--from'],
    ['a turn back without a turn forth', ['--from=HEAD', '--turns=back'], '--turns'],
    ['two turns forth in a row', ['--from=HEAD', '--turns=forth,forth'], '--turns'],
    ['an app that is missing', ['--from=HEAD', '--order=payments,gateway'], '--order'],
    [
      'an app that is named twice',
      ['--from=HEAD', '--order=payments,payments,sca,accounts,batch,gateway'],
      '--order',
    ],
    [
      'an app that does not exist',
      ['--from=HEAD', '--order=payments,baskets,sca,accounts,batch,edge'],
      '--order',
    ],
    ['an unknown option', ['--from=HEAD', '--rate=4'], '--rate'],
  ])('is refused with %s', (_what, args, option) => {
    expect(() => readUpgradeOptions(args)).toThrow(option);
  });

  it('goes back in the reverse order', () => {
    const apps = ['payments', 'sca', 'gateway'] as const;
    expect(orderOf('forth', apps)).toEqual(apps);
    expect(orderOf('back', apps)).toEqual(['gateway', 'sca', 'payments']);
  });
});
