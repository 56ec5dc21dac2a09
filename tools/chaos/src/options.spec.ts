import { faults } from './faults.js';
import { readOptions, usage } from './options.js';
import { isPossibleHere } from './machine/machine.js';
import { bugs } from './planted/bugs.js';

const possible = faults.filter(isPossibleHere);

const optionsOf = (...args: string[]) => {
  const options = readOptions(args);
  if (options === 'help') throw new Error('no options but help');
  return options;
};

describe('the options of chaos', () => {
  it('are by default a minute of all faults on three brokers', () => {
    expect(optionsOf()).toMatchObject({ seconds: 60, brokers: 3, writers: 6, all: false });
    expect(optionsOf().faults).toEqual(possible);
    expect(optionsOf()).not.toHaveProperty('bugs');
  });

  it('leave the only broker alone', () => {
    const names = optionsOf('--brokers=1').faults.map(({ name }) => name);
    const left = possible.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
    expect(left.filter((name) => name !== 'full-disk-broker').sort()).toEqual([
      ...['freeze-broker', 'kill-broker', 'partition-broker', 'renew-certificates'],
      'restart-broker',
    ]);
  });

  it('take faults and bugs by name', () => {
    const { seed, faults: chosen } = optionsOf('--seed=7', '--faults=kill-sca,cut-postgres');
    expect([seed, ...chosen.map(({ name }) => name)]).toEqual([7, 'kill-sca', 'cut-postgres']);
    expect(optionsOf('--planted')).toMatchObject({ brokers: 1, bugs });
    expect(optionsOf('--bugs=no-dedupe').bugs?.map(({ name }) => name)).toEqual(['no-dedupe']);
  });

  it('are short runs of each fault, and the same seeds each time, for all of them', () => {
    expect(optionsOf('--all')).toMatchObject({ all: true, seconds: 15, seed: 1, brokers: 3 });
    expect(optionsOf('--all', '--seed=4', '--results=r.jsonl')).toMatchObject({
      ...{ seed: 4, resultsFile: 'r.jsonl' },
    });
  });

  it('have a file for the history of decisions where one is named', () => {
    expect(optionsOf('--decisions=run.zst')).toMatchObject({ decisions: 'run.zst' });
    expect(optionsOf()).not.toHaveProperty('decisions');
  });

  it('have TLS where it is wanted', () => {
    expect([optionsOf().hasTls, optionsOf('--tls').hasTls]).toEqual([false, true]);
  });

  it('are a help text that names every fault and bug', () => {
    expect(readOptions(['--help'])).toBe('help');
    for (const { name } of [...faults, ...bugs]) expect(usage).toContain(name);
  });

  it.each([
    ['--faults=kill-everything', 'no fault kill-everything; there are kill-payments'],
    ['--bugs=no-bug', 'no bug no-bug; there are ack-before-commit'],
    ['--brokers=2', '1 or 3'],
    ['--seconds=long', 'whole number'],
    ['--sedd=1', 'sedd'],
  ])('reject %s', (option, reason) => {
    expect(() => optionsOf(option)).toThrow(reason);
  });
});
