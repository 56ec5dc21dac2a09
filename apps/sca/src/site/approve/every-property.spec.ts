import { paymentProducts, sentSchema } from '@nordgate/contracts/http';
import type { JsonSchema } from '@nordgate/contracts/fields';
import { isBulk } from '@nordgate/contracts/events';
import type { PaymentInstruction, PaymentService } from '@nordgate/contracts/events';
import { aPaymentView } from '../../testing/a-payment-view.js';
import type { ApprovalContent } from '../content/approval-content.js';
import { textsOf } from '../language/texts.js';
import { headingOf } from './approval-heading.js';
import { paymentsOnPage } from './approval-view.js';

const language = 'en';
const reader = { language, t: textsOf(language) } as const;

/** Properties that the approval page does not say, each with the reason. By path; `*` is any place. */
const exempt: Readonly<Record<string, string>> = {
  '*creditorAddress.streetName': 'another spelling of street',
  '*creditorAddress.postCode': 'another spelling of postalCode',
  '*remittanceInformationUnstructuredArray[]':
    'another spelling of remittanceInformationUnstructured',
  '*remittanceInformationStructuredArray[].referenceType':
    'says how the reference is made up; the page has the reference itself',
  '*remittanceInformationStructuredArray[].referenceIssuer':
    'says who made the reference; the page has the reference itself',
  '*instructionIdentification': 'a number between the TPP and the bank, which the payee never sees',
  '*creditorId': 'accepted without effect',
  debtorName: 'accepted without effect: the bank knows the name of its customer',
  '*Account.cashAccountType': 'accepted without effect',
};

/** Two values for each form of text that is not free. */
const valuesByPath: readonly (readonly [RegExp, string, string])[] = [
  [/amount$/i, '17.25', '18.75'],
  [/bban$/, '97104133219', '86011117947'],
  [/iban$/, 'NO9386011117947', 'DE89370400440532013000'],
  [/creditorAgent$/, 'NDGTNO22', 'COBADEFFXXX'],
  [/dayOfExecution$/, '5', '17'],
  [/regulatoryReportingCode$/, '14', '29'],
];

/** The values with which a property is tried: two, or all codes of a short list. */
function valuesOf(path: string, schema: JsonSchema): readonly unknown[] {
  const { anyOf, enum: codes, format, type } = schema;
  if (anyOf?.[0] !== undefined) return valuesOf(path, anyOf[0]);
  if (codes !== undefined) return codes.length <= 20 ? codes : [codes[0], codes.at(-1)];
  if (format === 'date') return ['2030-03-15', '2030-09-16'];
  if (type === 'boolean') return [true, false];
  return type === 'array' ? [[3], [9]] : textsFor(path, schema);
}

function textsFor(path: string, { pattern = '', type }: JsonSchema): readonly unknown[] {
  const known = valuesByPath.find(([of]) => of.test(path))?.slice(1);
  const isFree = type === 'string' && new RegExp(pattern, 'u').test('Zebra one');
  if (known === undefined && !isFree) throw new Error(`no values for ${path}`);
  return known ?? ['Zebra one', 'Zebra two'];
}

interface Property {
  /** Such as `creditorAddress.street`; `[]` is the element of a list. */
  readonly path: string;
  readonly schema: JsonSchema;
}

/** Every property that holds a value, however deep. */
function propertiesOf(schema: JsonSchema, path = ''): readonly Property[] {
  const { items, properties } = schema;
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([name, one]) =>
      propertiesOf(one, path === '' ? name : `${path}.${name}`),
    );
  }
  const isList = items !== undefined && items.type !== 'integer';
  return isList ? propertiesOf(items, `${path}[]`) : [{ path, schema }];
}

/** The smallest body with a schema: every required property with its first value. */
function smallest(schema: JsonSchema, path = ''): unknown {
  const { items, properties, required = [] } = schema;
  if (properties !== undefined) {
    const members = required.map((name) => [
      name,
      smallest(properties[name] ?? {}, path === '' ? name : `${path}.${name}`),
    ]);
    return Object.fromEntries(members) as unknown;
  }
  return items === undefined ? valuesOf(path, schema)[0] : [smallest(items, `${path}[]`)];
}

/** A copy of a body with a value at a path; objects on the way are the smallest ones. */
function withValue(
  body: unknown,
  schema: JsonSchema,
  at: readonly string[],
  value: unknown,
): unknown {
  const [name, ...rest] = at;
  if (name === undefined) return value;
  const isList = name.endsWith('[]');
  const key = isList ? name.slice(0, -2) : name;
  const member = schema.properties?.[key] ?? {};
  const of = isList ? (member.items ?? {}) : member;
  const own = (body as Record<string, unknown>)[key];
  const before = isList ? (own as unknown[] | undefined)?.[0] : own;
  const changed =
    rest.length === 0 ? value : withValue(before ?? smallest(of, key), of, rest, value);
  return { ...(body as object), [key]: isList ? [changed] : changed };
}

/** All text of the page about a payment: heading and lines. */
function pageOf(service: PaymentService, product: string, instruction: PaymentInstruction): string {
  const view = aPaymentView({ service, product, instruction });
  const content: ApprovalContent = {
    context: { context: 'PRIVATE', name: 'Kari', debitable: [], viewable: [] },
    payments: [{ view, will: 'be-approved' }],
    approves: [{ paymentId: 'pay-1', hash: 'hash-1' }],
    declined: [],
    signers: 1,
  };
  const { title } = headingOf('payment', content, reader);
  const lines = paymentsOnPage(content, language).flatMap((one) => [
    ...one.lines,
    ...one.rows.flatMap(({ amount, lines, payee }) => [{ label: payee, value: amount }, ...lines]),
  ]);
  return [
    reader.t(title.key, title.parameters),
    ...lines.map(({ label, value }) => `${label}: ${value}`),
  ].join('\n');
}

const isExempt = (path: string, pattern: string) =>
  pattern.startsWith('*') ? path.endsWith(pattern.slice(1)) : path === pattern;

/** The pages for the values of a property. */
function pagesFor(service: PaymentService, product: string, schema: JsonSchema, one: Property) {
  const body = smallest(schema);
  const at = one.path.split('.');
  const page = (value: unknown) =>
    pageOf(service, product, withValue(body, schema, at, value) as PaymentInstruction);
  const values = valuesOf(one.path, one.schema);
  const bare =
    isBulk(body as PaymentInstruction) || values.length > 1
      ? []
      : [pageOf(service, product, body as PaymentInstruction)];
  return [...bare, ...values.map(page)];
}

const all = paymentProducts.flatMap(({ name, services }) =>
  (
    Object.entries(services) as [PaymentService, { body: { bodyClass: new () => object } }][]
  ).flatMap(([service, { body }]) => {
    const schema = sentSchema(body.bodyClass);
    return propertiesOf(schema).map((one) => ({ service, product: name, schema, one }));
  }),
);
const isSaid = ({ service, product, schema, one }: (typeof all)[number]) => {
  const pages = pagesFor(service, product, schema, one);
  return new Set(pages).size === pages.length;
};

describe('every property of every payment product', () => {
  const shown = all.filter(
    ({ one }) => !Object.keys(exempt).some((path) => isExempt(one.path, path)),
  );

  it.each(shown.map((one) => [one.product, one.service, one.one.path, one] as const))(
    'of %s in %s is said on the approval page: %s',
    (_product, _service, _path, property) => {
      expect(isSaid(property)).toBe(true);
    },
  );

  it.each(Object.keys(exempt))('that is exempt exists and is not said: %s', (path) => {
    const those = all.filter(({ one }) => isExempt(one.path, path));
    expect(those).not.toEqual([]);
    expect(those.filter(isSaid)).toEqual([]);
  });
});
