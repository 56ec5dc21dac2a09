import { knownPart } from './schema-faults.js';

const text = { type: 'string' } as const;
const schema = {
  type: 'object',
  properties: {
    text,
    part: { type: 'object', properties: { text } },
    list: { type: 'array', maxItems: 2, items: { type: 'object', properties: { text } } },
    texts: { type: 'array', items: text },
  },
} as const;
const unknownIn = (body: object) =>
  knownPart(schema, body).unknownMembers.map(({ at, rule }) => `${at.join('/')} ${rule}`);

describe('the part of a body that its schema knows', () => {
  it.each([
    ['a value of another type', { text: 1, part: 'x' }, { text: 1, part: 'x' }],
    ['a nested member', { part: { text: 'a' } }, { part: { text: 'a' } }],
    ['an object in the place of a text without its content', { text: { a: 1 } }, { text: {} }],
    ['a list in the place of a text without its content', { text: [1] }, { text: [] }],
    ['a list without a bound without its content', { texts: ['a'] }, { texts: [] }],
    ['one element more than the bound', { list: [1, 2, 3, 4] }, { list: [1, 2, 3] }],
  ])('has %s', (_what, body, value) => {
    expect(knownPart(schema, body)).toEqual({ value, unknownMembers: [] });
  });

  it('has no unknown member, at any depth', () => {
    const body = { text: 'a', x: 1, part: { y: 1 }, list: [{ text: 'b' }, { z: 1 }], toString: 1 };
    expect(knownPart(schema, body).value).toEqual({
      text: 'a',
      part: {},
      list: [{ text: 'b' }, {}],
    });
    expect(unknownIn(body)).toEqual([
      'x member.unknown',
      'part/y member.unknown',
      'list/1/z member.unknown',
      'toString member.unknown',
    ]);
  });

  it('names a hundred unknown members and one more, by which the answer knows that it is cut', () => {
    const many = Array.from({ length: 102 }, (_, index) => [`x${String(index)}`, 1] as const);
    expect(unknownIn(Object.fromEntries(many))).toHaveLength(101);
    expect(unknownIn(Object.fromEntries(many.slice(2)))).toHaveLength(100);
  });
});
