import { randomUUID } from 'node:crypto';
import { Body, Controller, Post, Res } from '@nestjs/common';
import { BasketCreationReply, signingBasketCreation } from '@nordgate/contracts/http';
import { GetBasket } from '@nordgate/contracts/queries';
import type { BasketCommandData, BasketReceipt } from '@nordgate/contracts/commands';
import type { BasketView, PaymentView } from '@nordgate/contracts/queries';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../access/caller.js';
import { Edge, initiatorOf } from '../access/edge.js';
import { Demands, TheCaller } from '../access/nest.js';
import { basketCreation } from '../access/operation.js';
import { readBody } from '../access/request-body.js';
import { authorisationLinkOf } from '../ids/authorisation-link.js';
import { fingerprintOf } from '../ids/fingerprint.js';
import { streamIdOf } from '@nordgate/contracts/rules';
import { receiptOf } from '../reply/receipt.js';
import { fault, Refused } from '../reply/refused.js';
import { warningsOf } from '../reply/warnings.js';
import { membersFor } from './members.js';

const route = '/v1/signing-baskets';
const idOfAnswer = { 'basket-id': '$response.body#/basketId' };
const basketLinks = { getSigningBasket: idOfAnswer, getSigningBasketStatus: idOfAnswer };

/** POST /v1/signing-baskets (specification 2.1, 4.1). */
@Controller('v1')
export class CreateBasketHttp {
  constructor(private readonly edge: Edge) {}

  @Post('signing-baskets')
  @Demands(basketCreation, {
    id: 'createSigningBasket',
    summary: 'Creates a signing basket of payments',
    body: signingBasketCreation,
    answers: {
      201: {
        says: 'It was received; the PSU approves it behind scaRedirect.',
        schema: 'BasketCreated',
        headers: ['Location', 'ASPSP-SCA-Approach'],
        leadsTo: basketLinks,
      },
    },
    refuses: [401, 404, 409],
  })
  async create(
    @Body() octets: unknown,
    @TheCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BasketCreationReply> {
    const { value, warnings } = readBody(
      signingBasketCreation,
      octets,
      caller,
      this.edge.settings.profile,
    );
    const id = streamIdOf(caller.tpp, 'POST', route, caller.requestId);
    const stream = `basket-${id}`;
    const link = authorisationLinkOf(stream, caller.requestId, this.edge.settings);
    const fingerprint = fingerprintOf({ ...caller, body: octets as Buffer });
    const view =
      (await this.existing(id, caller, fingerprint)) ??
      (await this.made(stream, caller, value.paymentIds, { link, fingerprint }));
    const basketId = this.edge.publicId('basket', id, caller);
    const path = `${route}/${basketId}`;
    const authorisationId = this.edge.publicId('authorisation', link.authorisation.id, caller);
    reply.headers({ location: path, 'aspsp-sca-approach': 'REDIRECT' });
    return {
      basketId,
      transactionStatus: view?.transactionStatus ?? 'RCVD',
      ...warningsOf([...caller.warnings, ...warnings], caller.language),
      _links: {
        scaRedirect: { href: link.href, verbs: ['GET'] },
        self: { href: path, verbs: ['GET'] },
        status: { href: `${path}/status`, verbs: ['GET'] },
        scaStatus: { href: `${path}/authorisations/${authorisationId}`, verbs: ['GET'] },
      },
    };
  }

  /** A repeat is answered from the basket there is: its members are its own by now. */
  private async existing(
    id: string,
    caller: Caller,
    fingerprint: string,
  ): Promise<BasketView | undefined> {
    const view = await this.edge.queries.ask(new GetBasket(caller.tpp, id));
    if (view === null) return undefined;
    receiptOf({ is: 'decided', receipt: view }, fingerprint);
    return unrefused(view);
  }

  private async made(
    stream: string,
    caller: Caller,
    paymentIds: readonly string[],
    { link, fingerprint }: { link: ReturnType<typeof authorisationLinkOf>; fingerprint: string },
  ): Promise<BasketView | undefined> {
    const id = stream.slice('basket-'.length);
    const members = await membersFor(this.edge, caller, paymentIds, id);
    const data: BasketCommandData['CreateBasket'] = {
      initiator: initiatorOf(caller, randomUUID),
      fingerprint,
      members: members.map(memberOf),
      authorisation: link.authorisation,
      facts: members.map(factOf),
    };
    const command = { id: `${stream}/${fingerprint}`, type: 'CreateBasket', stream, data };
    const readView = () => this.viewOf(id, caller);
    const result = await this.edge.tell<BasketReceipt>(
      'baskets.commands.v1',
      caller,
      command,
      readView,
    );
    const receipt = receiptOf(result, fingerprint);
    if (receipt !== undefined) unrefused(receipt);
    return readView();
  }

  private async viewOf(id: string, caller: Caller): Promise<BasketView | undefined> {
    return (await this.edge.queries.ask(new GetBasket(caller.tpp, id))) ?? undefined;
  }
}

function unrefused<T extends { readonly refusal?: BasketReceipt['refusal'] }>(basket: T): T {
  const { refusal } = basket;
  if (refusal === undefined) return basket;
  throw new Refused([fault(refusal.code, 'basket.memberTaken', refusal.path)]);
}

function memberOf({ paymentId, authorisationId = '' }: PaymentView) {
  return { paymentId, authorisationId };
}

function factOf({ paymentId, version, transactionStatus: status, fundsAvailable }: PaymentView) {
  const funds = fundsAvailable === undefined ? {} : { fundsAvailable };
  return { paymentId, version, status, ...funds };
}
