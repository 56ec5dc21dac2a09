import { memberCountOf, scanJson } from './json-scan.js';

describe('the count of members and nesting of a JSON text', () => {
  it.each([
    ['{}', 0, 1],
    ['{"a":1}', 1, 1],
    ['{"a" \t\r\n:1}', 1, 1],
    ['{"a":1,"a":2}', 2, 1],
    ['{"a":{"b":[{"c":1}]}}', 3, 4],
    ['[[],[],{},{}]', 0, 2],
    ['[[[]],[]]', 0, 3],
    ['["a","b"]', 0, 1],
    ['["a"', 0, 1],
    ['{"a":"{[\\"{["}', 1, 1],
    ['{"\\\\":"\\\\"}', 1, 1],
    ['"', 0, 0],
    ['', 0, 0],
  ])('of %s finds %s members and a depth of %s', (text, memberCount, depthMax) => {
    expect(scanJson(text)).toEqual({ memberCount, depthMax });
  });

  it('does not take another character for the white space before a colon', () => {
    expect(scanJson('{"a" x:1}').memberCount).toBe(0);
  });

  it.each([
    [null, 0],
    ['text', 0],
    [{}, 0],
    [{ a: { b: 1 }, c: [{ d: 1 }, 2] }, 4],
  ])('of the parsed value %j finds %s members', (value, count) => {
    expect(memberCountOf(value)).toBe(count);
  });
});
