import { randomUUID } from 'node:crypto';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import { GetPayment } from '@nordgate/contracts/queries';
import type { PaymentCreated } from '@nordgate/contracts/http';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentCommandData, PaymentReceipt } from '@nordgate/contracts/commands';
import type { PaymentInstruction, PaymentService } from '@nordgate/contracts/events';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../access/caller.js';
import { dayInOslo } from '../access/day-in-oslo.js';
import { Edge, initiatorOf } from '../access/edge.js';
import { Demands, TheCaller } from '../access/nest.js';
import { paymentInitiation } from '../access/operation.js';
import { readBody } from '../access/request-body.js';
import type { ReadBody } from '../access/request-body.js';
import type { RouteDescription } from '../description/route-description.js';
import { authorisationLinkOf } from '../ids/authorisation-link.js';
import { fingerprintOf } from '../ids/fingerprint.js';
import { streamIdOf } from '@nordgate/contracts/rules';
import { idKindOf, productOf } from '../payment-products/products.js';
import { receiptOf } from '../reply/receipt.js';
import { Refused } from '../reply/refused.js';
import { cutOffWarnings } from './after-cut-off.js';
import { exemptionOf } from './exemption.http.js';
import { paymentCreated, paymentPath } from './payment-created.js';
import { limitFaults } from './within-limits.js';

const ofAnswer = {
  'payment-product': '$request.path.payment-product',
  'payment-id': '$response.body#/paymentId',
};

const described: RouteDescription = {
  id: 'initiatePayment',
  summary: 'Initiates a payment',
  body: 'payment',
  answers: {
    201: {
      says: 'It was received; the PSU approves it behind scaRedirect.',
      schema: 'PaymentCreated',
      headers: ['Location', 'ASPSP-SCA-Approach'],
      leadsTo: { getPayment: ofAnswer, getPaymentStatus: ofAnswer, cancelPayment: ofAnswer },
    },
  },
  refuses: [404, 409],
};

/** POST of a payment, by service and product (specification 4.2, 4.4). */
@Controller('v1')
export class InitiatePaymentHttp {
  constructor(private readonly edge: Edge) {}

  @Post('payments/:product')
  @Demands(paymentInitiation, described)
  single(
    @Param('product') product: string,
    @Body() octets: unknown,
    @TheCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentCreated> {
    return this.initiate('payments', product, octets, caller, reply);
  }

  @Post('bulk-payments/:product')
  @Demands(paymentInitiation, described)
  bulk(
    @Param('product') product: string,
    @Body() octets: unknown,
    @TheCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentCreated> {
    return this.initiate('bulk-payments', product, octets, caller, reply);
  }

  @Post('periodic-payments/:product')
  @Demands(paymentInitiation, described)
  periodic(
    @Param('product') product: string,
    @Body() octets: unknown,
    @TheCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentCreated> {
    return this.initiate('periodic-payments', product, octets, caller, reply);
  }

  private async initiate(
    service: PaymentService,
    name: string,
    octets: unknown,
    caller: Caller,
    reply: FastifyReply,
  ): Promise<PaymentCreated> {
    const { settings } = this.edge;
    const product = productOf(settings.profile, service, name);
    const { value: instruction, warnings } = this.read(product, octets, caller);
    const id = streamIdOf(caller.tpp, 'POST', `/v1/${service}/${name}`, caller.requestId);
    const stream = `payment-${id}`;
    const link = authorisationLinkOf(stream, caller.requestId, settings);
    const fingerprint = fingerprintOf({ ...caller, body: octets as Buffer });
    const exemption = await exemptionOf(this.edge, caller, product, instruction);
    const data: PaymentCommandData['InitiatePayment'] = {
      service,
      product: product.product.name,
      initiator: initiatorOf(caller, randomUUID),
      fingerprint,
      instruction,
      authorisation: link.authorisation,
      ...(exemption === undefined ? {} : { exemption }),
      ...(addressesAreStructured(settings.profile) ? { structuredAddresses: true } : {}),
    };
    const command = { id: `${stream}/${fingerprint}`, type: 'InitiatePayment', stream, data };
    const result = await this.edge.tell<PaymentReceipt>(
      'payments.commands.v1',
      caller,
      command,
      () => this.receiptInView(caller.tpp, id),
    );
    const receipt = receiptOf(result, fingerprint);
    const transactionStatus = receipt?.transactionStatus ?? 'RCVD';
    // Undecided yet: the link of a payment that may be exempt would lead nowhere.
    const isExempt = receipt === undefined ? exemption !== undefined : receipt.isExempt === true;
    const publicId = this.edge.publicId(idKindOf[service], id, caller);
    reply.header('location', paymentPath(product, publicId));
    if (!isExempt) reply.header('aspsp-sca-approach', 'REDIRECT');
    const authorisationId = this.edge.publicId('authorisation', link.authorisation.id, caller);
    const acceptedAt = receipt?.acceptedAt ?? new Date().toISOString();
    const late = cutOffWarnings(product, instruction, acceptedAt);
    const created = {
      ...{ product, publicId, transactionStatus, authorisationId },
      warnings: [...warnings, ...late],
    };
    return paymentCreated({ ...created, ...(isExempt ? {} : { scaHref: link.href }) }, caller);
  }

  private read(
    product: OfferedProduct,
    octets: unknown,
    caller: Caller,
  ): ReadBody<PaymentInstruction> {
    const body = readBody(product.body, octets, caller, this.edge.settings.profile);
    const beyond = limitFaults(product, body.value);
    if (beyond.length > 0) throw new Refused(beyond);
    return body;
  }

  private async receiptInView(tpp: string, id: string): Promise<PaymentReceipt | undefined> {
    return (await this.edge.queries.ask(new GetPayment(tpp, id))) ?? undefined;
  }
}

/** From the date of the bank's profile on (specification section 9). */
function addressesAreStructured({ dates }: Pick<BankProfile, 'dates'>): boolean {
  return dayInOslo(new Date()) >= dates.structuredAddressesFrom;
}
