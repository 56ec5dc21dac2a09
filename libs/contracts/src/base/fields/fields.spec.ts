import { schemaFaults } from '../../interface/reading/schema-faults.js';
import { clearingText, visibleClearingText } from './clearing-text.js';
import { Deprecated, Description, Optional } from './field.js';
import { AlsoSpelled, frameworkMembersOf } from './framework.js';
import { DistinctIntegers, DistinctTexts, EmptyList, ListOf } from './lists.js';
import { Nested, NestedList } from './nested.js';
import { objectSchema } from './object-schema.js';
import { DateText, Flag, OneOf, Text, WholeNumber } from './values.js';

class Part {
  @Text({ max: 2 })
  text!: string;
}

const manyCodes = Array.from({ length: 21 }, (_, index) => `C${String(index)}`);

class Everything {
  @Text({ min: 1, max: 3 })
  @Description('A text.')
  text!: string;
  @Optional()
  @Deprecated()
  @OneOf(['A', 'B'])
  code?: string;
  @Optional()
  @OneOf(manyCodes)
  manyCodes?: string;
  @Optional()
  @OneOf(manyCodes.slice(1))
  twentyCodes?: string;
  @Optional()
  @DateText()
  date?: string;
  @Optional()
  @WholeNumber(2, 4)
  number?: number;
  @Optional()
  @Flag()
  flag?: boolean;
  @Optional()
  @ListOf(['A', 'B'])
  codes?: string[];
  @Optional()
  @DistinctTexts(2, 3)
  texts?: string[];
  @Optional()
  @DistinctIntegers(1, 3)
  integers?: number[];
  @Optional()
  @EmptyList('list.tooLong')
  empty?: string[];
  @Optional()
  @Nested(Part)
  part?: Part;
  @Optional()
  @NestedList(Part, 2)
  parts?: Part[];
}

const faultsOf = (body: object) =>
  schemaFaults(Everything, { text: 'abc', ...body }).faults.map(({ at, rule, params }) => [
    at.join('/'),
    rule,
    params,
  ]);

describe('a field of a body', () => {
  it.each([
    { text: 'a' },
    { code: 'A' },
    { date: '2030-01-31' },
    { number: 2 },
    { number: 4 },
    { flag: false },
    { codes: ['B', 'A'] },
    { texts: ['abc', 'å'] },
    { integers: [1, 3, 2] },
    { empty: [] },
    { part: { text: 'ab' } },
    { parts: [{ text: 'ab' }, { text: '' }] },
  ])('can be %j', (body) => {
    expect(faultsOf(body)).toEqual([]);
  });

  it.each<[object, string, string, object]>([
    [{ text: undefined }, 'text', 'member.required', {}],
    [{ text: 1 }, 'text', 'type.string', {}],
    [{ text: '' }, 'text', 'text.empty', {}],
    [{ text: '  ' }, 'text', 'text.invisible', {}],
    [{ text: 'abcd' }, 'text', 'text.tooLong', { max: 3 }],
    [{ text: 'a\u20ac' }, 'text', 'text.character', { character: 'U+20AC', position: 2 }],
    [{ code: 'C' }, 'code', 'choice.oneOf', { allowed: 'A, B' }],
    [{ code: null }, 'code', 'type.string', {}],
    [{ manyCodes: 'X' }, 'manyCodes', 'choice.unlisted', {}],
    [
      { twentyCodes: 'X' },
      'twentyCodes',
      'choice.oneOf',
      { allowed: manyCodes.slice(1).join(', ') },
    ],
    [{ date: 'x2030-01-31' }, 'date', 'date.form', {}],
    [{ date: '2030-01-31x' }, 'date', 'date.form', {}],
    [{ number: 1 }, 'number', 'number.range', { min: 2, max: 4 }],
    [{ number: 5 }, 'number', 'number.range', { min: 2, max: 4 }],
    [{ number: 2.5 }, 'number', 'type.integer', {}],
    [{ flag: 'true' }, 'flag', 'type.boolean', {}],
    [{ codes: 'A' }, 'codes', 'type.array', {}],
    [{ codes: [] }, 'codes', 'list.empty', {}],
    [{ codes: ['A', 'B', 'A'] }, 'codes', 'list.tooLong', { max: 2 }],
    [{ codes: ['A', 'A'] }, 'codes/1', 'list.duplicate', {}],
    [{ codes: ['C'] }, 'codes/0', 'choice.oneOf', { allowed: 'A, B' }],
    [{ codes: [1] }, 'codes/0', 'choice.oneOf', { allowed: 'A, B' }],
    [{ texts: [1] }, 'texts/0', 'type.string', {}],
    [{ texts: ['a', ''] }, 'texts/1', 'text.empty', {}],
    [{ texts: ['abcd'] }, 'texts/0', 'text.tooLong', { max: 3 }],
    [{ texts: ['\u20ac'] }, 'texts/0', 'text.character', { character: 'U+20AC', position: 1 }],
    [{ integers: [0] }, 'integers/0', 'number.range', { min: 1, max: 3 }],
    [{ integers: [4] }, 'integers/0', 'number.range', { min: 1, max: 3 }],
    [{ integers: [1.5] }, 'integers/0', 'type.integer', {}],
    [{ integers: [1, 2, 3, 1] }, 'integers', 'list.tooLong', { max: 3 }],
    [{ empty: ['a'] }, 'empty', 'list.tooLong', {}],
    [{ part: [] }, 'part', 'type.object', {}],
    [{ part: { text: 'abc' } }, 'part/text', 'text.tooLong', { max: 2 }],
    [{ part: { text: 'a', other: 1 } }, 'part/other', 'member.unknown', {}],
    [{ parts: [{ text: 'a' }, 1] }, 'parts/1', 'type.object', {}],
    [{ parts: [[{ text: 'abc' }]] }, 'parts/0', 'type.object', {}],
    [{ parts: [{ text: 'a' }, { text: 'abc' }] }, 'parts/1/text', 'text.tooLong', { max: 2 }],
  ])('cannot be %j', (body, at, rule, params) => {
    expect(faultsOf(body)).toEqual([[at, rule, params]]);
  });

  it('has its faults in the order of the class, with one fault for each place', () => {
    const body = { parts: [1, { text: 'abc' }], number: 1, text: '' };
    expect(faultsOf(body).map(([at]) => at)).toEqual(['text', 'number', 'parts/0', 'parts/1/text']);
  });
});

class Base {
  @AlsoSpelled('first-name')
  @Text({ max: 2 })
  first!: string;
}

class Derived extends Base {
  @AlsoSpelled('second-name')
  @Flag()
  @Description('A flag.')
  second!: boolean;
  @Optional()
  @Flag()
  third?: boolean;
}

describe('a body whose class has a base class', () => {
  it('has the faults of the fields of the base class first', () => {
    const { faults } = schemaFaults(Derived, { third: 1 });
    expect(faults.map(({ at }) => at.join('/'))).toEqual(['first', 'second', 'third']);
  });

  it('has the required fields and the descriptions of both classes in its schema', () => {
    const { required, properties } = objectSchema(Derived);
    expect(required).toEqual(['first', 'second']);
    expect(properties?.['second']).toStrictEqual({ type: 'boolean', description: 'A flag.' });
    expect(properties?.['third']).toStrictEqual({ type: 'boolean' });
  });

  it('has the framework spellings of both classes', () => {
    expect(frameworkMembersOf(Derived).spellings).toEqual([
      { field: 'first', name: 'first-name' },
      { field: 'second', name: 'second-name' },
    ]);
  });
});

describe('the schema of a body', () => {
  it('says what the decorators of the class check', () => {
    const part = {
      ...{ title: 'Part', type: 'object', additionalProperties: false, required: ['text'] },
      properties: { text: { type: 'string', maxLength: 2, pattern: clearingText.source } },
    };
    const list = { type: 'array', uniqueItems: true, minItems: 1 };
    expect(objectSchema(Everything)).toEqual({
      ...{ title: 'Everything', type: 'object', additionalProperties: false, required: ['text'] },
      properties: {
        text: {
          ...{ type: 'string', minLength: 1, maxLength: 3, pattern: visibleClearingText.source },
          description: 'A text.',
        },
        code: { type: 'string', enum: ['A', 'B'], deprecated: true },
        manyCodes: { type: 'string', enum: manyCodes },
        twentyCodes: { type: 'string', enum: manyCodes.slice(1) },
        date: { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$`, format: 'date' },
        number: expect.objectContaining({ minimum: 2, maximum: 4 }) as object,
        flag: { type: 'boolean' },
        codes: { ...list, maxItems: 2, items: { type: 'string', enum: ['A', 'B'] } },
        texts: {
          ...{ ...list, maxItems: 2 },
          items: { type: 'string', minLength: 1, maxLength: 3, pattern: clearingText.source },
        },
        integers: { ...list, maxItems: 3, items: { type: 'integer', minimum: 1, maximum: 3 } },
        empty: { type: 'array', maxItems: 0, items: { type: 'string' } },
        part,
        parts: { type: 'array', minItems: 1, maxItems: 2, items: part },
      },
    });
  });

  it('is made once', () => {
    expect(objectSchema(Part)).toBe(objectSchema(Part));
  });
});
