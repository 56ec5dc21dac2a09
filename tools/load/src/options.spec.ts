import { readOptions } from './options.js';

describe('the command line of the load', () => {
  it('loads a bank in one process with 20 requests per second when nothing is given', () => {
    expect(readOptions([])).toEqual({
      rate: 20,
      seconds: 30,
      warmUp: 10,
      findCapacity: false,
      isSoak: false,
      bank: { is: 'process' },
    });
  });

  it('takes a soak, which watches the processes of the bank', () => {
    expect(readOptions(['--kafka', '--soak', '--seconds=86400'])).toMatchObject({
      isSoak: true,
      seconds: 86_400,
    });
  });

  it('takes a cluster with its brokers and gateways', () => {
    const { bank } = readOptions(['--kafka', '--brokers=3', '--gateways=2']) as { bank: unknown };
    expect(bank).toEqual({ is: 'kafka', brokers: 3, gateways: 2 });
  });

  it('takes a bank that runs', () => {
    const args = ['--gateway=http://127.0.0.1:8080', '--site=http://127.0.0.1:8081', '--data=d'];
    expect(readOptions(args)).toMatchObject({
      bank: {
        is: 'running',
        gatewayUrl: 'http://127.0.0.1:8080',
        scaUrl: 'http://127.0.0.1:8081',
        dataDir: 'd',
      },
    });
  });

  it.each([
    ['a rate of 0', ['--rate=0'], '--rate has to be a whole number above 0'],
    ['a fraction of a second', ['--seconds=0.5'], '--seconds has to be'],
    ['words in place of a number', ['--warm-up=long'], '--warm-up has to be'],
    ['two brokers', ['--kafka', '--brokers=2'], '--brokers has to be 1 or 3'],
    ['a gateway without a site', ['--gateway=http://a'], '--gateway and --site go together'],
    ['a soak of one process', ['--soak'], '--soak goes with --kafka'],
    ['an unknown option', ['--speed=3'], 'speed'],
  ])('refuses %s', (_what, args, reason) => {
    expect(() => readOptions(args)).toThrow(reason);
  });

  it('shows its usage', () => {
    expect(readOptions(['--help'])).toBe('help');
  });
});
