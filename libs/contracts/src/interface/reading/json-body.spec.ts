import { jest } from '@jest/globals';
import fc from 'fast-check';
import {
  defaultJsonLimits,
  duplicateMembers,
  parseJsonBody,
  type ParsedJson,
} from './json-body.js';

const encoder = new TextEncoder();
const parse = (text: string) => parseJsonBody(encoder.encode(text));

function verdict(parsed: ParsedJson): string[] {
  return 'faults' in parsed ? parsed.faults.map(({ path, rule }) => `${path} ${rule}`.trim()) : [];
}

describe('the bytes of a body', () => {
  it.each([
    '{}',
    '{"a":1}',
    ' \r\n\t{ "a" : { "a" : [ { "a" : null } ] } } ',
    '{"å":"\\u00e5\\ud83d\\ude00"}',
  ])('that reads %s is accepted as JSON.parse reads it', (text) => {
    expect(parse(text)).toEqual({ value: JSON.parse(text) as unknown });
  });

  it.each([
    ['nothing', '', 'json.empty'],
    ['white space', ' ', 'json.malformedAt'],
    ['an open object', '{"a":1', 'json.malformedAt'],
    ['a trailing comma', '{"a":1,}', 'json.malformedAt'],
    ['a comment', '{"a":1/* one */}', 'json.malformedAt'],
    ['single quotes', "{'a':1}", 'json.malformedAt'],
    ['NaN', '{"a":NaN}', 'json.malformedAt'],
    ['two objects', '{}{}', 'json.malformedAt'],
    ['a list', '[{}]', 'json.notObject'],
    ['null', 'null', 'json.notObject'],
    ['a string', '"a"', 'json.notObject'],
    ['a byte order mark', '\uFEFF{}', 'json.byteOrderMark'],
  ])('with %s is refused', (_what, text, rule) => {
    expect(verdict(parse(text))).toEqual([rule]);
  });

  it('that is malformed says where', () => {
    const parsed = parse('{\n "a": tru }');
    expect(parsed).toMatchObject({
      faults: [{ code: 'FORMAT_ERROR', params: { line: 2, column: 7 } }],
    });
  });

  it.each([
    ['a lone continuation byte', [0x7b, 0x22, 0x80, 0x22, 0x3a, 0x31, 0x7d]],
    ['an overlong slash', [0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]],
    ['an encoded surrogate', [0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]],
    ['a cut character', [0x7b, 0x22, 0xc3]],
  ])('with %s is refused as UTF-8', (_what, octets) => {
    expect(verdict(parseJsonBody(Uint8Array.from(octets)))).toEqual(['json.invalidUtf8']);
  });

  it('may be as large as the limit, and no larger', () => {
    const limits = { ...defaultJsonLimits, bytesMax: 8 };
    expect(verdict(parseJsonBody(encoder.encode('{"a": 1}'), limits))).toEqual([]);
    expect(parseJsonBody(encoder.encode('{"a":  1}'), limits)).toMatchObject({
      faults: [{ code: 'BAD_REQUEST', path: '', rule: 'json.tooLarge', params: { max: 8 } }],
    });
  });

  it('may nest as deep as the limit, and no deeper', () => {
    const limits = { ...defaultJsonLimits, depthMax: 3 };
    const nested = (depth: number) =>
      encoder.encode(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(verdict(parseJsonBody(nested(2), limits))).toEqual([]);
    expect(parseJsonBody(nested(3), limits)).toMatchObject({
      faults: [{ path: '', rule: 'json.tooDeep', params: { max: 3 } }],
    });
  });

  const junk = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"m${String(at)}":1`).join(',')}}`;

  it.each([
    ['90,000 members in one object', junk(90_000)],
    [
      '90,000 members in the objects of a list',
      `{"a":[${`${junk(180)},`.repeat(499)}${junk(180)}]}`,
    ],
    ['90,000 times one member', `{${'"a":1,'.repeat(89_999)}"a":1}`],
    ['90,000 members and no end', junk(90_000).slice(0, -1)],
  ])('that has %s is refused before anything is built from it', (_what, text) => {
    const build = jest.spyOn(JSON, 'parse');
    try {
      expect(parse(text)).toMatchObject({
        faults: [{ path: '', rule: 'json.tooManyMembers', params: { max: 40_000 } }],
      });
      expect(build).not.toHaveBeenCalled();
    } finally {
      build.mockRestore();
    }
  });

  it('may have as many members as the limits, in all and in one object, and no more', () => {
    const limits = { ...defaultJsonLimits, membersMax: 4, objectMembersMax: 2 };
    const read = (text: string) => verdict(parseJsonBody(encoder.encode(text), limits));
    expect(read('{"a":{"b":1,"c":2},"d":1}')).toEqual([]);
    expect(read('{"a":{"b":1,"c":2},"d":{"e":1}}')).toEqual(['json.tooManyMembers']);
    expect(read('{"a":1,"b":2,"c":3}')).toEqual(['json.objectTooLarge']);
  });

  it('cannot exhaust the stack, in or out of a string that never ends', () => {
    const brackets = '['.repeat(900_000);
    expect(verdict(parse(brackets))).toEqual(['json.tooDeep']);
    expect(verdict(parse(`"\n${brackets}`))).toHaveLength(1);
    expect(parse(`"\n${brackets}`)).toMatchObject({ faults: [{ path: '' }] });
  });
});

describe('a member named twice', () => {
  it.each([
    ['at the top', '{"a":1,"b":2,"a":3}', ['/a']],
    ['in a nested object', '{"a":{"b":1,"c":2,"b":1}}', ['/a/b']],
    ['in an object of a list', '{"a":[{"b":1},{"b":1,"b":1}]}', ['/a/1/b']],
    ['with an escape', '{"a":1,"\\u0061":1}', ['/a']],
    ['with characters a pointer escapes', '{"a/~":1,"a/~":1}', ['/a~1~0']],
    ['as __proto__', '{"__proto__":1,"__proto__":1}', ['/__proto__']],
    ['three times', '{"a":1,"a":1,"a":1}', ['/a', '/a']],
    ['in two objects', '{"a":{"x":1,"x":2},"b":{"y":1,"y":2}}', ['/a/x', '/b/y']],
    ['around white space', '{"a" : 1, "a"\n:1}', ['/a']],
  ])('%s is refused with its place', (_what, text, paths) => {
    expect(verdict(parse(text))).toEqual(paths.map((path) => `${path} json.duplicateMember`));
  });

  it.each(['{"a":{"a":1}}', '{"a":[{"b":1},{"b":1}]}', '{"a":"\\"a\\":1"}', '{"a":"a","b":"a"}'])(
    'is something else than %s',
    (text) => {
      expect(verdict(parse(text))).toEqual([]);
    },
  );

  it('is named within a bound, and with a name of bounded length', () => {
    const name = 'n'.repeat(1000);
    const parsed = parse(`{${Array.from({ length: 300 }, () => `"${name}":1`).join()}}`);
    expect(verdict(parsed)).toHaveLength(100);
    expect(verdict(parsed)[0]?.length).toBeLessThan(100);
  });
});

describe('the search for repeated names', () => {
  it('ends at the hundredth', () => {
    expect(duplicateMembers(`{${'"a":1,'.repeat(1000)}"a":1}`)).toHaveLength(101);
  });
});

describe('any JSON object', () => {
  it('is accepted unless it nests too deep', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (body) => {
        const text = JSON.stringify(body);
        expect(parse(text)).toEqual({ value: JSON.parse(text) as unknown });
      }),
    );
  });

  it('is refused once one of its members is repeated', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }),
        (body) => {
          const [name = ''] = Object.keys(body);
          const text = `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(name)}:0}`;
          expect(parse(text)).toMatchObject({ faults: [{ rule: 'json.duplicateMember' }] });
        },
      ),
    );
  });

  it('leaves prototypes alone', () => {
    const parsed = parse('{"__proto__":{"polluted":true}}');
    expect(Object.keys('value' in parsed ? parsed.value : {})).toEqual(['__proto__']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
