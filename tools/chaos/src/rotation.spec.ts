import { faults } from './faults.js';
import { readOptions } from './options.js';
import { commandOf, faultsOfTurn, secondsOf, turnOfCheckout, turns } from './rotation.js';

const now = new Date('2026-11-29T12:00:00Z');

describe('the turns of chaos', () => {
  const inARow = Array.from({ length: turns }, (_turn, i) => faultsOfTurn(1776 + i));

  it('inflict every fault of the table once in a row', () => {
    const inflicted = inARow.flat().map(({ name }) => name);
    expect(inflicted.sort()).toEqual(faults.map(({ name }) => name).sort());
  });

  it('take about the same time, and none longer than six minutes', () => {
    const seconds = inARow.map(secondsOf);
    expect(Math.max(...seconds) - Math.min(...seconds)).toBeLessThan(15);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(360);
  });

  it('are repeated by a command that the options of chaos take', () => {
    const run = { seed: 7, writers: 5, faults: faultsOfTurn(4) };
    const [, args = ''] = commandOf(run).split(' -- ');
    expect(readOptions(args.split(' '))).toMatchObject({ ...run, seconds: 0, brokers: 3 });
  });
});

describe('the turn of a checkout', () => {
  const answers = (known: Readonly<Record<string, string>>) =>
    turnOfCheckout(now, (...args) => {
      const answer = known[args.join(' ')];
      if (answer === undefined) throw new Error('git is missing');
      return answer;
    });

  it('is the number of its commits', () => {
    const whole = {
      'rev-parse --is-shallow-repository': 'false',
      'rev-list --count HEAD': '1776',
    };
    expect(answers(whole)).toEqual({ turn: 1776, from: '1776 commits' });
  });

  it('is the hash of the last commit in a shallow clone', () => {
    const shallow = {
      'rev-parse --is-shallow-repository': 'true',
      'rev-parse --short=8 HEAD': 'ac8f1599',
    };
    expect(answers(shallow)).toEqual({ turn: 0xac8f1599, from: 'commit ac8f1599' });
  });

  it('is the day of the year without git', () => {
    expect(answers({})).toEqual({ turn: 333, from: 'day 333 of the year' });
  });

  it('is a whole number in this checkout', () => {
    expect(Number.isSafeInteger(turnOfCheckout(now).turn)).toBe(true);
  });
});
