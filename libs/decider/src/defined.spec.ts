import { defined } from './defined.js';

describe('defined', () => {
  it('leaves out undefined members and keeps every other value', () => {
    const members = { a: 1, b: undefined, c: null, d: false, e: '' };
    expect(Object.entries(defined(members))).toEqual([
      ['a', 1],
      ['c', null],
      ['d', false],
      ['e', ''],
    ]);
  });

  it('makes a member that may be undefined optional', () => {
    const text = ['x'].at(0);
    const optional: { readonly text?: string; readonly n: number } = defined({ text, n: 1 });
    expect('text' in defined({ text: undefined, n: 1 })).toBe(false);
    expect(optional).toEqual({ text: 'x', n: 1 });
  });
});
