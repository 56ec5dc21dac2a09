import { jsonPointer, pathOfPointer } from './json-value.js';

describe('a JSON pointer', () => {
  it.each([
    ['the whole body', [], ''],
    ['a member', ['a'], '/a'],
    ['an element', ['a', 0, 'b'], '/a/0/b'],
    ['the empty name', [''], '/'],
    ['a name with tilde and slash', ['~1/x'], '/~01~1x'],
    ['a lone surrogate', ['\ud800'], '/\uFFFD'],
  ])('of %s is written as RFC 6901 says', (_what, path, expected) => {
    expect(jsonPointer(path)).toBe(expected);
  });

  it.each([
    ['', []],
    ['/a/0/b', ['a', '0', 'b']],
    ['/', ['']],
    ['/~01~1x', ['~1/x']],
  ])('that reads %j leads to its place again', (pointer, path) => {
    expect(pathOfPointer(pointer)).toEqual(path);
  });

  it('keeps a name of 64 characters', () => {
    const name = 'x'.repeat(64);
    expect(jsonPointer([name])).toBe(`/${name}`);
  });

  it('cuts a name no body of ours has', () => {
    expect(jsonPointer(['x'.repeat(10_000)]).length).toBe(66);
  });
});
