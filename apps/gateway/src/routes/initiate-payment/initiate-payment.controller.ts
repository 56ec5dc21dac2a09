import { randomUUID } from 'node:crypto';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import { InitiationParameters } from '@nordgate/contracts/http';
import type { PaymentCreated } from '@nordgate/contracts/http';
import { exchangeRatesOf } from '@nordgate/contracts/profile';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentCommands } from '@nordgate/contracts/commands';
import type { PaymentInstruction, PaymentService } from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { dayInOslo } from '@nordgate/contracts/rules';
import { initiatorOf } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { bulkInitiation, paymentInitiation } from '../../request/route-requirements.js';
import { readBodyWithAccounts } from '../../request/request-body.js';
import type { Clocked, ReadBody } from '../../request/request-body.js';
import type { RouteDescription } from '../../request/route.decorator.js';
import { authorisationLinkOf } from '../../access/links.js';
import type { AuthorisationLink } from '../../access/links.js';
import { creatingCommandId, fingerprintOf, receiptOf } from '../../access/repeated-request.js';
import { streamIdOf, streams } from '@nordgate/contracts/rules';
import type { StreamId } from '@nordgate/contracts/rules';
import { productOf } from '../payment-products/payment-route.decorator.js';
import { idKindOf } from '../../request/operation-id.js';
import { BodyTurns } from '../../guard/body-turns.js';
import { RequestError } from '../../reply/request-error.js';
import { exchangeFaults, executionWarnings, limitFaults } from './instruction-faults.js';
import { paymentCreated } from './payment-created.js';
import { soleReferencesIn } from './sole-references.js';
import { exemptionOf } from './exemption.js';
import type { ExemptibleTransfer } from './exemption.js';
import { magicAnswer } from './magic-answers.js';
import { paymentMadeBefore, paymentViewOf } from './payment-made-before.js';
import type { MadePayment } from './payment-made-before.js';
import { createdHeaders } from '../../request/not-offered.hook.js';

const ofAnswer = {
  'payment-product': '$request.path.payment-product',
  'payment-id': '$response.body#/paymentId',
};

const described: RouteDescription = {
  id: 'initiatePayment',
  summary: 'Initiates a payment',
  body: 'payment',
  query: InitiationParameters,
  answers: {
    201: {
      says: 'It was received; the PSU approves it behind scaRedirect.',
      schema: 'PaymentCreated',
      headers: createdHeaders,
      leadsTo: { getPayment: ofAnswer, getPaymentStatus: ofAnswer, cancelPayment: ofAnswer },
    },
  },
  refuses: [404, 409],
};

/** POST of a payment, by service and product (specification 4.2, 4.4). */
@Controller('v1')
export class InitiatePaymentController {
  constructor(
    private readonly edge: Edge,
    private readonly turns: BodyTurns,
  ) {}

  @Post('payments/:product')
  @SignedRoute(paymentInitiation, described)
  single(
    @Param('product') product: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentCreated> {
    return this.initiate('payments', product, bytes, caller, reply);
  }

  @Post('bulk-payments/:product')
  @SignedRoute(bulkInitiation, described)
  bulk(
    @Param('product') product: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentCreated> {
    return this.initiate('bulk-payments', product, bytes, caller, reply);
  }

  @Post('periodic-payments/:product')
  @SignedRoute(paymentInitiation, described)
  periodic(
    @Param('product') product: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentCreated> {
    return this.initiate('periodic-payments', product, bytes, caller, reply);
  }

  /** A repeat of a request, too, is refused while its product is switched off: its payment can be read. */
  private async initiate(
    service: PaymentService,
    name: string,
    bytes: unknown,
    caller: Caller,
    reply: FastifyReply,
  ): Promise<PaymentCreated> {
    const product = productOf(this.edge.settings.profile, service, name);
    this.edge.requireSwitchedOn(product);
    await this.turns.take(caller.tpp, Buffer.isBuffer(bytes) ? bytes.length : 0, reply.raw);
    const request = this.requestOf(`/v1/${service}/${name}`, bytes, caller);
    const made = await this.read(product, bytes, caller).then(
      (body) => this.made({ service, product, body }, request, caller),
      (refusal: unknown) =>
        paymentMadeBefore(refusal, { edge: this.edge, product, caller, ...request }),
    );
    return this.answer({ service, product, made }, request, caller, reply);
  }

  private requestOf(route: string, bytes: unknown, caller: Caller): InitiationRequest {
    const stream = streams.payment.id(streamIdOf(caller, 'POST', route));
    const link = authorisationLinkOf(stream, caller.requestId, this.edge.settings);
    return {
      bytes,
      stream,
      link,
      fingerprint: fingerprintOf({ ...caller, body: bytes as Buffer }),
    };
  }

  private async read(
    product: OfferedProduct,
    bytes: unknown,
    caller: Caller,
  ): Promise<ReadBody<PaymentInstruction>> {
    const body = await readBodyWithAccounts(product.body, bytes, caller, this.edge);
    const faults = [
      ...limitFaults(product, body.value),
      ...exchangeFaults(body.value, product, exchangeRatesOf(this.edge.settings.profile)),
    ];
    if (faults.length > 0) throw new RequestError(faults);
    return body;
  }

  private async made(
    { service, product, body }: Offered & { readonly body: ReadBody<PaymentInstruction> },
    { stream, fingerprint, link }: InitiationRequest,
    caller: Caller,
  ): Promise<MadePayment> {
    const { value: instruction, warnings } = body;
    await magicAnswer(this.edge.settings.profile, instruction);
    const exemptible = await exemptionOf(this.edge, caller, product, instruction);
    const known = { service, product, fingerprint, authorisation: link.authorisation };
    const data = initiationOf(known, body, caller, this.edge);
    const id = creatingCommandId(stream, fingerprint);
    const command = { id, stream, ...initiating(data, exemptible) };
    const readView = () => paymentViewOf(this.edge, caller, stream);
    const result = await this.edge.tell('payments.commands.v1', caller, command, readView);
    return { instruction, warnings, ...defined({ receipt: receiptOf(result, fingerprint) }) };
  }

  private answer(
    { service, product, made }: Offered & { readonly made: MadePayment },
    { stream, link }: InitiationRequest,
    caller: Caller,
    reply: FastifyReply,
  ): PaymentCreated {
    const { edge } = this;
    const { instruction, receipt, warnings } = made;
    const id = streams.payment.idOf(stream);
    const transactionStatus = receipt?.transactionStatus ?? 'RCVD';
    // Only payments knows whether the day had room. While that is undecided, the payment may need SCA.
    const isExempt = receipt?.isExempt === true;
    const publicId = edge.publicId(idKindOf[service], id, caller);
    if (!isExempt) reply.header('aspsp-sca-approach', 'REDIRECT');
    const authorisationId = edge.publicId('authorisation', link.authorisation.id, caller);
    const acceptedAt = receipt?.acceptedAt ?? edge.now(caller).toISOString();
    const moved = executionWarnings(product, instruction, acceptedAt);
    const outcome = { transactionStatus, warnings: [...warnings, ...moved] };
    const price = receipt === undefined ? product.price : receipt.price;
    const money = { price, rates: exchangeRatesOf(edge.settings.profile) };
    const created = { product, instruction, publicId, authorisationId, ...outcome, ...money };
    const answer = paymentCreated(
      { ...created, ...(isExempt ? {} : { scaHref: link.href }) },
      caller,
    );
    const self = answer._links?.self;
    if (self !== undefined) reply.header('location', self.href);
    return answer;
  }
}

/** A product in the service that a request names. */
interface Offered {
  readonly service: PaymentService;
  readonly product: OfferedProduct;
}

/** A request for a payment: what it makes, and what a repeat must not change. */
interface InitiationRequest {
  readonly bytes: unknown;
  readonly stream: StreamId<'payment'>;
  readonly link: AuthorisationLink;
  readonly fingerprint: string;
}

type Initiation = PaymentCommands['InitiatePayment']['data'];

/** What payments is told of a new payment. */
function initiationOf(
  {
    product,
    ...known
  }: Pick<Initiation, 'service' | 'fingerprint' | 'authorisation'> & {
    readonly product: OfferedProduct;
  },
  body: ReadBody<PaymentInstruction>,
  caller: Caller,
  edge: Clocked,
): Initiation {
  const isStructured = addressesAreStructured(caller, edge);
  return {
    ...known,
    product: product.product.name,
    initiator: initiatorOf(caller, randomUUID),
    instruction: body.value,
    ...defined({
      price: product.price,
      soleReferences: soleReferencesIn(body),
      structuredAddresses: isStructured ? (true as const) : undefined,
    }),
  };
}

/** The type of the command and its data. payments decides whether the transfer is exempt. */
function initiating(data: Initiation, exemptible: ExemptibleTransfer | undefined) {
  if (exemptible === undefined) return { type: 'InitiatePayment', data } as const;
  return { type: 'InitiateOwnTransfer', data: { ...data, ...exemptible } } as const;
}

/** Whether structured addresses are enforced, by the date of the bank's profile (specification 9). */
function addressesAreStructured(caller: Caller, edge: Clocked): boolean {
  return dayInOslo(edge.now(caller)) >= edge.settings.profile.dates.structuredAddressesFrom;
}
