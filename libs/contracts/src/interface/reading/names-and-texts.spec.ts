import * as interfaceParts from '../../http.js';
import type { JsonSchema } from '../../base/fields/object-schema.js';
import { isJsonObject } from '../../base/json/json-value.js';
import { paymentProducts } from '../products/payment-products.js';
import type { BodyType } from './body-type.js';
import { sentSchema } from './sent-schema.js';
import { aContext as context } from './testing/a-context.js';

/** Every body of the interface: the exported ones, and those of the products. */
const bodies = [
  ...(Object.values(interfaceParts) as readonly unknown[]).filter(isBodyType),
  ...paymentProducts.flatMap(({ services }) =>
    Object.values(services).map(({ body }) => body as BodyType<unknown>),
  ),
];

function isBodyType(value: unknown): value is BodyType<unknown> {
  return typeof value === 'object' && value !== null && 'parse' in value && 'bodyClass' in value;
}

type Place = readonly (string | number)[];

/** Every text of a body by its place; a list has one element. */
function textsIn(schema: JsonSchema, at: Place = []): Place[] {
  const own = schema.type === 'string' && schema.enum === undefined ? [at] : [];
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      textsIn(one, [...at, name]),
    ),
    ...(schema.items === undefined ? [] : textsIn(schema.items, [...at, 0])),
    ...(schema.anyOf ?? []).flatMap((one) => textsIn(one, at)),
  ];
}

/** The example with a text at a place; what is missing on the way is made. */
function withText(example: unknown, [first, ...rest]: Place, text: string): unknown {
  if (first === undefined) return text;
  if (typeof first === 'number') {
    const [element] = Array.isArray(example) ? (example as unknown[]) : [];
    return [withText(element, rest, text)];
  }
  const known = Object.entries(isJsonObject(example) ? example : {});
  const others = known.filter(([name]) => !isAlternative(name, first));
  return {
    ...Object.fromEntries(others),
    [first]: withText(Object.fromEntries(known)[first], rest, text),
  };
}

/** Remittance information stands in one member. */
function isAlternative(name: string, to: string): boolean {
  return [name, to].every((one) => one.startsWith('remittanceInformation'));
}

const pathOf = (place: Place) => `/${place.join('/')}`;

/** The rules that the text breaks at its place. */
function rulesAt(type: BodyType<unknown>, place: Place, text: string): readonly string[] {
  const parsed = type.parse(withText(type.example, place, text), context);
  const faults = 'faults' in parsed ? parsed.faults : [];
  return faults.filter(({ path }) => path === pathOf(place)).map(({ rule }) => rule);
}

const cases = bodies.flatMap((type) =>
  textsIn(sentSchema(type.bodyClass)).map(
    (place) => [type.name, pathOf(place), type, place] as const,
  ),
);
// A list that has to be empty has no text.
const texts = cases.filter(([, path]) => path !== '/consentIds/0');
const nameOfSomebody = /(?:(?<!street|town)Name|\/name|\/ultimate(?:Debtor|Creditor))$/u;
const names = cases.filter(([, path]) => nameOfSomebody.test(path));
const bics = cases.filter(([, path]) => /Agent$/u.test(path));

describe('a name in a body', () => {
  it('is found in payments and in the data of the sandbox', () => {
    const payment = ['creditorName', 'creditorAgentName', 'debtorName', 'ultimateCreditor'];
    const found = new Set(names.map(([, path]) => path.split('/').at(-1)));
    expect([...found]).toEqual(
      expect.arrayContaining([...payment, 'ultimateDebtor', 'customerName', 'name']),
    );
  });

  it.each(names)('needs a visible character: %s %s', (body, _path, type, place) => {
    // An empty text of the sandbox may stand for no text.
    const empty = body.startsWith('Sandbox') ? [] : [''];
    const blanks = [...empty, ' ', '\u00a0 ', '\u200b', ' \u00ad\u00a0', '\u2060\ufeff'];
    for (const blank of blanks) expect(rulesAt(type, place, blank)).toHaveLength(1);
    // Another spelling stands beside the one of the example.
    const others = rulesAt(type, place, '.').filter((rule) => rule !== 'member.spelledTwice');
    expect(others).toEqual([]);
  });
});

describe('a text of a body', () => {
  const formats = [
    '\u00ad',
    '\u200b',
    '\u200e',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u{e0001}',
    '\u0378',
  ];
  it.each(texts)('takes no format character: %s %s', (_body, _path, type, place) => {
    for (const format of formats) expect(rulesAt(type, place, `Ka${format}ri`)).toHaveLength(1);
  });
});

describe('a BIC in a body', () => {
  it.each(bics)('is of a country and in capital letters: %s %s', (_body, _path, type, place) => {
    expect(rulesAt(type, place, 'DNBANOKK')).toEqual([]);
    expect(rulesAt(type, place, 'DNBAQQKK')).toEqual(['bic.country']);
    expect(rulesAt(type, place, 'DNBANOkk')).toEqual(['bic.lowerCase']);
    expect(rulesAt(type, place, 'DNBANO')).toEqual(['bic.form']);
  });
});
