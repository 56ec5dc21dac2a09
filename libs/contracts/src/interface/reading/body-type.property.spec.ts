import { Ajv } from 'ajv';
import { JSONSchema } from 'class-validator-jsonschema';
import fc from 'fast-check';
import { objectSchema } from '../../base/fields/object-schema.js';
import type { JsonSchema } from '../../base/fields/object-schema.js';
import { Pattern } from '../../base/fields/values.js';
import { isJsonObject } from '../../base/json/json-value.js';
import type { JsonObject } from '../../base/json/json-value.js';
import { domesticSingle as exampleSinglePayment } from '../products/examples.js';
import { paymentProducts } from '../products/payment-products.js';
import { signingBasketCreation } from '../baskets/signing-basket.js';
import { acceptsBody, bodyType } from './body-type.js';
import type { BodyType } from './body-type.js';
import { formatFault } from './fault.js';
import { schemaFaults } from './schema-faults.js';
import { aContext as context } from './testing/a-context.js';

const bodies = paymentProducts.flatMap(({ services }) =>
  Object.values(services).map(({ body }) => body),
);

const examples = ([...bodies, signingBasketCreation] as readonly BodyType<object>[]).map(
  (bodyType) => [bodyType.name, bodyType, bodyType.example] as const,
);

const memberNames = fc.constantFrom(
  ...new Set(examples.flatMap(([, , body]) => Object.keys(body))),
  'amount',
  'currency',
  'bban',
  'iban',
  'country',
  'city',
  'bic',
  'reference',
  'streetName',
  'postCode',
  'remittanceInformationUnstructuredArray',
  'remittanceInformationStructured',
  'debtorName',
  'cashAccountType',
  'consentIds',
  'msisdn',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '',
);

/** Values that stand at the edges of some check. */
const awkward: readonly unknown[] = [
  ...[null, true, 0, 1, 12, 13, 1.5, 1e21, '', ' ', '0', '12', '1.00', 'NOK', 'NO', 'Daily'],
  ...['MonthlyVariable', 'preceding', '2030-02-30', '2030-2-3', '86011117947', 'NDGTNO22', '\n'],
  ...['€', '😀', 'a\u0000b', '\ud800', 'e\ufe0f'.repeat(40), '😀'.repeat(40), 'ÿ', '\u00ad'],
  ...[34, 35, 36, 70, 71, 140, 141, 255, 256].map((length) => 'å'.repeat(length)),
  ...[[], {}, [[]], [{}], [null], ['a', 'a'], [1, 1], [12, 13], { 0: 'a' }, { length: 1 }],
  ...[Array(11).fill({ reference: 'x' }), [{ reference: 'x' }, 1], [[{ reference: 'x' }]]],
  ...[exampleSinglePayment.instructedAmount, [exampleSinglePayment.creditorAccount]],
];

const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...awkward),
  fc.nat(160).map((length) => 'å'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 13 }), fc.string({ maxLength: 3 }))),
  fc.dictionary(memberNames, fc.constantFrom('NO', 'NOK', 1, null), { maxKeys: 3 }),
  fc.jsonValue(),
);

/** One change somewhere in a body: where (by descending at random), what, and whether to remove. */
const mutation = fc.record({
  descent: fc.array(fc.nat(20), { maxLength: 3 }),
  name: fc.option(memberNames, { freq: 1 }),
  value: fc.option(values, { nil: undefined }),
});

type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutated(example: object, mutations: readonly Mutation[]): unknown {
  const body: unknown = structuredClone(example);
  for (const { descent, name, value } of mutations) {
    let owner = body as JsonObject;
    for (const turn of descent) {
      const inner = Object.values(owner).filter((member) => typeof member === 'object' && member);
      owner = (inner[turn % Math.max(inner.length, 1)] ?? owner) as JsonObject;
    }
    const names = Object.keys(owner);
    const place = name ?? names[(descent[0] ?? 0) % Math.max(names.length, 1)] ?? 'x';
    if (value === undefined) Reflect.deleteProperty(owner, place);
    else set(owner, place, value);
  }
  // What arrives is always JSON: undefined and holes are gone, own members stay own.
  return JSON.parse(JSON.stringify(body));
}

function set(owner: object, place: string, value: unknown): void {
  if (Array.isArray(owner)) owner.push(structuredClone(value));
  else {
    Object.defineProperty(owner, place, {
      value: structuredClone(value),
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
}

/** Every place in a value, as the steps that lead to it. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [name],
    ...placesIn(member).map((place) => [name, ...place]),
  ]);
}

function replaced(example: object, place: readonly string[], value: unknown): unknown {
  const body = structuredClone(example);
  let owner = body as JsonObject;
  for (const name of place.slice(0, -1)) owner = owner[name] as JsonObject;
  owner[place.at(-1) ?? ''] = value;
  return JSON.parse(JSON.stringify(body));
}

function isFoundByClass({ bodyClass }: BodyType<object>, body: unknown): boolean {
  return schemaFaults(bodyClass, body).faults.length > 0;
}

describe('the compiled schema and class-validator', () => {
  it.each(examples)('both accept the example of %s', (_name, bodyType, example) => {
    expect(acceptsBody(bodyType.bodyClass, example)).toBe(true);
    expect(isFoundByClass(bodyType, example)).toBe(false);
  });

  it.each(examples)('give one verdict on any mutation of a %s', (_name, bodyType, example) => {
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
        const body = mutated(example, mutations);
        expect(isFoundByClass(bodyType, body)).toBe(!acceptsBody(bodyType.bodyClass, body));
      }),
      { numRuns: 1500 },
    );
  });

  it.each(examples)(
    'give one verdict on a %s with any place emptied or awkward',
    (_name, bodyType, example) => {
      for (const place of placesIn(example)) {
        for (const value of [undefined, ...awkward]) {
          const body = replaced(example, place, value);
          const isFound = isFoundByClass(bodyType, body);
          if (isFound === acceptsBody(bodyType.bodyClass, body)) {
            throw new Error(`Two verdicts with ${JSON.stringify(value)} at ${place.join('/')}`);
          }
        }
      }
    },
  );

  it.each(examples)('give one verdict on any JSON value as a %s', (_name, bodyType) => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(isFoundByClass(bodyType, body)).toBe(!acceptsBody(bodyType.bodyClass, body));
      }),
    );
  });
});

/** The check takes two words, the schema one of them. */
class StrictSchema {
  @Pattern(/^[ab]$/u, 'profile.word')
  @JSONSchema({ pattern: '^a$' })
  word!: string;
}

describe('a body that its schema refuses and its class accepts', () => {
  const word = (value: string) => Object.assign(new StrictSchema(), { word: value });
  const define = (faults: readonly string[]) =>
    bodyType({
      bodyClass: StrictSchema,
      example: word('a'),
      faults: (body) =>
        faults.includes(body.word ?? '') ? [formatFault(['word'], 'list.duplicate')] : [],
    });

  it('is accepted, because the class is the judge', () => {
    expect(acceptsBody(StrictSchema, { word: 'b' })).toBe(false);
    const parsed = define([]).parse({ word: 'b' }, context);
    expect(parsed).toMatchObject({ value: { word: 'b' }, warnings: [] });
  });

  it('is still judged by the rules', () => {
    expect(define(['b']).parse({ word: 'b' }, context)).toMatchObject({
      faults: [{ path: '/word', rule: 'list.duplicate' }],
    });
  });

  it('is refused when the class refuses it too', () => {
    expect(define([]).parse({ word: 'c' }, context)).toMatchObject({
      faults: [{ path: '/word', rule: 'profile.word' }],
    });
  });
});

describe('a lone surrogate, which canonical JSON and jsonb cannot carry', () => {
  const ajv = new Ajv({ formats: { date: true } });

  it.each(examples)('is accepted in no string of a %s', (_name, { bodyClass }) => {
    const strings = stringsIn(objectSchema(bodyClass));
    const accepting = strings.filter((schema) =>
      ['\ud800', 'a\udc00', 'NO\ud83d'].some((text) => ajv.compile(schema)(text)),
    );
    expect(strings.length).toBeGreaterThan(0);
    expect(accepting).toEqual([]);
  });
});

/** The schema of every string in a body. */
function stringsIn(schema: JsonSchema): JsonSchema[] {
  if (schema.type === 'string') return [schema];
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
  ];
  return inner.flatMap(stringsIn);
}

describe('the faults of any refused body', () => {
  it.each(examples)(
    'of %s stand in objects and lists that the body has',
    (_name, bodyType, example) => {
      fc.assert(
        fc.property(fc.array(mutation, { maxLength: 4 }), (mutations) => {
          const body = mutated(example, mutations);
          const parsed = bodyType.parse(body, context);
          if ('value' in parsed) return;
          expect(parsed.faults.length).toBeGreaterThan(0);
          for (const { path } of parsed.faults) expect(ownerExists(body, path)).toBe(true);
        }),
        { numRuns: 500 },
      );
    },
  );
});

/** Whether all but the last step of a JSON pointer lead somewhere. */
function ownerExists(body: unknown, pointer: string): boolean {
  if (pointer === '') return true;
  const tokens = pointer
    .slice(1)
    .split('/')
    .map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
  let owner: unknown = body;
  for (const token of tokens.slice(0, -1)) {
    owner = Array.isArray(owner) ? owner[Number(token)] : (owner as JsonObject)[token];
  }
  return Array.isArray(owner) || isJsonObject(owner);
}
