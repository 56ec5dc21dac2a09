import type { PaymentProduct } from '../../products/payment-product.js';
import { paymentProducts } from '../../products/payment-products.js';
import type { PaymentService } from '../../events/payment-instruction.v1.js';
import { BulkPaymentInitiation } from '../bulk-payment-initiation.js';
import { CreditorInstruction } from '../credit-transfer.js';
import { PeriodicPaymentInitiation } from '../periodic-payment-initiation.js';
import { objectSchema } from '../object-schema.js';
import type { BodyClass, JsonSchema } from '../object-schema.js';
import { replySchema } from './replies.js';

/**
 * What GET of a payment may answer in a service: the body of each product with the payment's status,
 * a bulk with the ids of its sub-payments, and in `payments` also such a sub-payment.
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
  const schema = objectSchema(body);
  if (body !== PeriodicPaymentInitiation) return withStatus(nameOf(body), schema);
  const properties = { ...schema.properties, nextExecutionDates };
  return withStatus(nameOf(body), { ...schema, properties });
}

/** The occurrences to come; none once the payment has ended. */
const nextExecutionDates: JsonSchema = {
  type: 'array',
  description: 'The next days of execution, as far as they are known today.',
  items: { type: 'string', format: 'date' },
};

const nameOf = ({ name }: BodyClass) => `${name.replace(/Initiation$/, '')}Details`;

function bulkDetails(): JsonSchema {
  const bulk = objectSchema(BulkPaymentInitiation);
  const one = objectSchema(CreditorInstruction);
  const paymentId: JsonSchema = { type: 'string', description: 'Id of the sub-payment.' };
  const items: JsonSchema = {
    ...one,
    title: 'SubPayment',
    required: ['paymentId', ...(one.required ?? [])],
    properties: { paymentId, ...one.properties },
  };
  const payments: JsonSchema = { ...bulk.properties?.['payments'], items };
  const properties = { ...bulk.properties, payments };
  return withStatus(nameOf(BulkPaymentInitiation), { ...bulk, properties });
}

/** A sub-payment reads like a single payment: what its bulk says for all is said there. */
function partDetails(): JsonSchema {
  const one = objectSchema(CreditorInstruction);
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
