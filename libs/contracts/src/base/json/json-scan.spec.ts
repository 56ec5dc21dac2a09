import { memberCountOf, scanJson } from './json-scan.js';

describe('the count of members and nesting of a JSON text', () => {
  it.each([
    ['{}', 0, 0, 1],
    ['{"a":1}', 1, 1, 1],
    ['{"a" \t\r\n:1}', 1, 1, 1],
    ['{"a":1,"a":2}', 2, 2, 1],
    ['{"a":{"b":[{"c":1}]}}', 3, 1, 4],
    ['{"a":{"b":1,"c":2},"d":{"e":1}}', 5, 2, 2],
    ['[[],[],{},{}]', 0, 0, 2],
    ['[[[]],[]]', 0, 0, 3],
    ['["a","b"]', 0, 0, 1],
    ['["a"', 0, 0, 1],
    ['{"a":"{[\\"{["}', 1, 1, 1],
    ['{"\\\\":"\\\\"}', 1, 1, 1],
    ['"', 0, 0, 0],
    ['', 0, 0, 0],
  ])(
    'of %s finds %s members, %s of one object, and a depth of %s',
    (text, memberCount, objectMembersMax, depthMax) => {
      expect(scanJson(text)).toEqual({ memberCount, objectMembersMax, depthMax });
    },
  );

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
