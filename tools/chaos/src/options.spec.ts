import { faults } from './faults/faults.js';
import { readOptions } from './options.js';
import { bugs } from './planted/bugs.js';

describe('the options of chaos', () => {
  it('are a minute of all faults on three brokers when nothing is said', () => {
    expect(readOptions([])).toMatchObject({ seconds: 60, brokers: 3, writers: 6, faults });
    expect(readOptions([])).not.toHaveProperty('bugs');
  });

  it('kill no broker where there is only one', () => {
    const names = readOptions(['--brokers=1']).faults.map(({ name }) => name);
    expect(names).toHaveLength(faults.length - 1);
    expect(names).not.toContain('kill-broker');
  });

  it('take faults and bugs by name', () => {
    const { seed, faults: chosen } = readOptions(['--seed=7', '--faults=kill-sca,cut-postgres']);
    expect([seed, ...chosen.map(({ name }) => name)]).toEqual([7, 'kill-sca', 'cut-postgres']);
    expect(readOptions(['--planted'])).toMatchObject({ brokers: 1, bugs });
    expect(readOptions(['--bugs=no-dedupe']).bugs?.map(({ name }) => name)).toEqual(['no-dedupe']);
  });

  it.each([
    ['--faults=kill-everything', 'no fault kill-everything; there are kill-payments'],
    ['--bugs=no-bug', 'no bug no-bug; there are ack-before-commit'],
    ['--brokers=2', '1 or 3'],
    ['--seconds=long', 'whole number'],
    ['--sedd=1', 'sedd'],
  ])('refuse %s', (option, reason) => {
    expect(() => readOptions([option])).toThrow(reason);
  });
});
