import type { PaymentService } from '../../base/values/payment-instruction.v2.js';
import { objectSchema } from '../../base/fields/object-schema.js';
import type { BodyClass, JsonSchema } from '../../base/fields/object-schema.js';
import { BulkPaymentInitiation } from '../payments/bulk-payment.js';
import { CreditorInstruction } from '../payments/credit-transfer.js';
import { PeriodicPaymentInitiation } from '../payments/periodic-payment.js';
import { replySchema } from '../replies/replies.js';
import type { PaymentProduct } from './payment-product.js';
import { paymentProducts } from './payment-products.js';

/**
 * The schemas of the answers to GET of a payment in a service: the body of each product with the
 * payment's status, a bulk with the ids and statuses of its sub-payments, and in `payments` also a sub-payment.
 */
export function paymentDetailsSchemas(
  service: PaymentService,
  products: readonly PaymentProduct[] = paymentProducts,
): JsonSchema[] {
  const bodies = new Set(
    products.flatMap(({ services }) => services[service]?.body.bodyClass ?? []),
  );
  const details = [...bodies].map((one) => detailsOf(one));
  return service === 'payments' ? [...details, partDetails()] : details;
}

function detailsOf(body: BodyClass): JsonSchema {
  if (body === BulkPaymentInitiation) return bulkDetails();
  const schema = withSentReference(objectSchema(body));
  if (body !== PeriodicPaymentInitiation) return withStatus(nameOf(body), schema);
  const properties = { ...schema.properties, nextExecutionDates, occurrences: occurrences() };
  return withStatus(nameOf(body), { ...schema, properties });
}

/** A reference comes back as it was sent: as a text, or as an object. */
function withSentReference(schema: JsonSchema): JsonSchema {
  const { remittanceInformationStructured: text = {}, ...others } = schema.properties ?? {};
  const { items = {} } = others['remittanceInformationStructuredArray'] ?? {};
  const either: JsonSchema = { anyOf: [text, items], deprecated: true };
  return { ...schema, properties: { ...others, remittanceInformationStructured: either } };
}

/** The next execution dates; absent after the end of the payment. */
const nextExecutionDates: JsonSchema = {
  type: 'array',
  description: 'The next days of execution, as far as they are known today.',
  items: { type: 'string', format: 'date' },
};

/** The occurrences of a periodic payment that the bank has begun to execute; absent before the first. */
function occurrences(): JsonSchema {
  const status = replySchema('PaymentStatusReply');
  const date: JsonSchema = { type: 'string', format: 'date', description: 'The day by the order.' };
  return {
    type: 'array',
    description:
      'What became of each occurrence that the bank has begun to execute, the oldest first: the last 100, and older ones in execution.',
    items: {
      ...status,
      title: 'PaymentOccurrence',
      required: ['date', ...(status.required ?? [])],
      properties: { date, ...status.properties },
    },
  };
}

const nameOf = ({ name }: BodyClass) => `${name.replace(/Initiation$/, '')}Details`;

function bulkDetails(): JsonSchema {
  const bulk = objectSchema(BulkPaymentInitiation);
  const one = withSentReference(objectSchema(CreditorInstruction));
  const { transactionStatus = {}, fundsAvailable = {} } =
    replySchema('PaymentStatusReply').properties ?? {};
  const paymentId: JsonSchema = { type: 'string', description: 'Id of the sub-payment.' };
  const items: JsonSchema = {
    ...one,
    title: 'SubPayment',
    required: ['paymentId', ...(one.required ?? []), 'transactionStatus'],
    properties: { paymentId, ...one.properties, transactionStatus, fundsAvailable },
  };
  const payments: JsonSchema = { ...bulk.properties?.['payments'], items };
  const properties = { ...bulk.properties, payments };
  return withStatus(nameOf(BulkPaymentInitiation), { ...bulk, properties });
}

/** A sub-payment has the members of a single payment, including those that its bulk has for all. */
function partDetails(): JsonSchema {
  const one = withSentReference(objectSchema(CreditorInstruction));
  const { debtorAccount = {}, requestedExecutionDate = {} } =
    objectSchema(BulkPaymentInitiation).properties ?? {};
  return withStatus('SubPaymentDetails', {
    ...one,
    required: [...(one.required ?? []), 'debtorAccount'],
    properties: { ...one.properties, debtorAccount, requestedExecutionDate },
  });
}

function withStatus(title: string, body: JsonSchema): JsonSchema {
  const status = replySchema('PaymentStatusReply');
  return {
    ...body,
    title,
    required: [...(body.required ?? []), ...(status.required ?? [])],
    properties: { ...body.properties, ...status.properties },
  };
}
