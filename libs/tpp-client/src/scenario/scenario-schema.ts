import { PSD2_ROLES } from '@nordgate/signature';
import { psuActs } from './scenario.js';

const text = (description: string) => ({ type: 'string', minLength: 1, description });
const texts = (description: string) => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  description,
});
const object = (properties: object, required: readonly string[] = [], description?: string) => ({
  type: 'object',
  ...(description !== undefined && { description }),
  additionalProperties: false,
  required,
  properties,
});
const mapOf = (additionalProperties: object, description: string) => ({
  type: 'object',
  additionalProperties,
  description,
});
const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const headers = mapOf({ type: ['string', 'null'] }, 'Headers; null leaves a header out.');
const name = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9]*$' };
const as = { ...name, description: 'Keeps the answer: later steps write ${name.member}.' };

/** The keywords of an expectation about one value. A value without keywords is compared exactly. */
const matcherSchema = object({
  is: { description: 'The value, of any type.' },
  not: { description: 'The value is there, and is another one.' },
  pattern: { type: 'string', format: 'regex', description: 'A regular expression for a text.' },
  absent: { const: true },
  present: { const: true },
  oneOf: { type: 'array', minItems: 1 },
  length: { type: 'integer', minimum: 0, description: 'Elements of a list.' },
  contains: { description: 'A list has an element with these members, or a text has this text.' },
  changes: object(
    {
      from: text('A decimal of an earlier answer.'),
      by: text('The exact difference, such as -125.50.'),
    },
    ['from', 'by'],
    'An amount has changed by exactly this decimal.',
  ),
});

const value = {
  anyOf: [{ type: ['string', 'number', 'boolean', 'null', 'array'] }, ref('matcher')],
};
const byName = (description: string) => mapOf(ref('value'), description);

const expectations = {
  status: { type: 'integer', minimum: 100, maximum: 599 },
  codes: texts('The codes of all tppMessages, in any order.'),
  headers: byName('Headers of the answer.'),
  body: {
    ...byName('Members by JSON pointer, such as /transactionStatus.'),
    propertyNames: { pattern: '^(/.*)?$' },
  },
  redirect: byName('Parameters of the address at which the PSU comes back.'),
  backAt: ref('value'),
  page: texts('Texts of the pages that the PSU sees.'),
};

/** The expectations with these names alone. */
const expect = (...names: readonly (keyof typeof expectations)[]) =>
  object(Object.fromEntries(names.map((one) => [one, expectations[one]])));

const stepWith = (properties: object, required: string, expected: object) =>
  object({ name: text('What the step is about.'), as, ...properties, expect: expected }, [
    required,
  ]);

const choices = {
  customer: text('The customer number with which the PSU logs in.'),
  company: text('The organisation for which the PSU acts. Default: the PSU acts privately.'),
  accounts: texts('Account numbers of which the PSU ticks the boxes.'),
  cards: texts('Masked card numbers of which the PSU ticks the boxes.'),
};

/** The kinds of steps, by the member that names the kind. */
export const stepSchemas = {
  tpp: stepWith(
    {
      tpp: {
        type: 'string',
        pattern: '^(GET|HEAD|POST|PUT|PATCH|DELETE) (/|\\$\\{)',
        description: 'The TPP sends this request, signed: method and path.',
      },
      headers,
      body: { description: 'An object is sent as JSON, a text byte by byte.' },
      actsFor: text('The kept redirect of a PSU, such as ${second}, or nobody.'),
      afterSigning: object(
        { headers, body: { description: 'The body that is sent instead.' } },
        [],
        'What is changed after the signature.',
      ),
      clockAhead: { type: 'integer', description: 'Seconds that the clock of the TPP is ahead.' },
      eventually: {
        type: 'boolean',
        description: 'Reads again until the expectations hold, for a minute at most.',
      },
    },
    'tpp',
    expect('status', 'codes', 'headers', 'body'),
  ),
  psu: stepWith(
    {
      psu: object(
        {
          ...choices,
          opens: text(
            'An answer with a scaRedirect, or an address. Default: the last such answer.',
          ),
          does: { enum: psuActs },
        },
        ['customer', 'does'],
        'A PSU opens the link, logs in, chooses and decides at the site of the bank.',
      ),
    },
    'psu',
    expect('redirect', 'backAt', 'page'),
  ),
  signer: stepWith(
    {
      signer: object(
        {
          customer: choices.customer,
          item: text('Text of the item, such as the amount. Default: the first item.'),
          does: { enum: ['approves', 'refuses'] },
        },
        ['customer', 'does'],
        "A second signer decides on the bank's own page.",
      ),
    },
    'signer',
    expect('page'),
  ),
  batch: stepWith(
    { batch: { const: 'run', description: 'The batch runs, and the step waits for its end.' } },
    'batch',
    expect('status', 'codes', 'headers', 'body'),
  ),
  clock: stepWith(
    {
      clock: text(
        'How far the clock moves on, such as P30D or PT1H, or the time to which it moves.',
      ),
    },
    'clock',
    expect('status', 'codes', 'headers', 'body'),
  ),
};

const given = object(
  {
    reset: {
      type: 'boolean',
      description: 'Resets the test data of the TPP first. Other TPPs keep theirs.',
    },
    tpp: object(
      { roles: { type: 'array', minItems: 1, items: { enum: PSD2_ROLES } } },
      ['roles'],
      'A separate TPP, with a certificate of these roles.',
    ),
    headers,
    values: mapOf({}, 'Values that the steps name, such as one ${uuid} for two requests.'),
    data: {
      type: 'array',
      description: 'Test data that is made by hand.',
      items: object({ post: text('The path below /v1/sandbox.'), body: {}, as }, ['post', 'body']),
    },
    psu: object(choices, ['customer'], 'A PSU whom the TPP knows before the first step.'),
  },
  [],
  'What is there before the first step.',
);

const members = {
  $schema: { type: 'string' },
  title: text('The rule as a sentence.'),
  shows: text('What the scenario shows, in one sentence, with the section of the specification.'),
  given,
};

/** What a scenario is besides its steps, each of which has the schema of its kind. */
export const frameSchema = {
  ...object({ ...members, steps: { type: 'array', minItems: 1, items: { type: 'object' } } }, [
    ...['title', 'shows', 'steps'],
  ]),
};

/** The definitions that the schemas above refer to. */
export const definitions = { matcher: matcherSchema, value };

/** The format of a scenario, for editors. */
export const scenarioSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A scenario of nordgate-tpp',
  ...object(
    {
      ...members,
      steps: { type: 'array', minItems: 1, items: { anyOf: Object.values(stepSchemas) } },
    },
    ['title', 'shows', 'steps'],
  ),
  definitions,
};
