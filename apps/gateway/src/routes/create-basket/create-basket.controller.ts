import { randomUUID } from 'node:crypto';
import { Body, Controller, Post, Res } from '@nestjs/common';
import { BasketCreationReply, signingBasketCreation } from '@nordgate/contracts/http';
import { GetBasket } from '@nordgate/contracts/queries';
import type { BasketCommands, BasketReceipt } from '@nordgate/contracts/commands';
import type { BasketView, PaymentView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { initiatorOf } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { basketCreation } from '../../request/route-requirements.js';
import { readBody } from '../../request/request-body.js';
import { authorisationLinkOf } from '../../access/links.js';
import type { AuthorisationLink } from '../../access/links.js';
import {
  creatingCommandId,
  fingerprintOf,
  madeBefore,
  receiptOf,
} from '../../access/repeated-request.js';
import { streamIdOf, streams } from '@nordgate/contracts/rules';
import type { StreamId } from '@nordgate/contracts/rules';
import { fault, RequestError } from '../../reply/request-error.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { membersFor } from './members.js';
import { createdHeaders } from '../../request/not-offered.hook.js';

const route = '/v1/signing-baskets';
const idOfAnswer = { 'basket-id': '$response.body#/basketId' };
const basketLinks = { getSigningBasket: idOfAnswer, getSigningBasketStatus: idOfAnswer };

/** What is known of a basket that is being made. */
interface Making {
  readonly link: AuthorisationLink;
  readonly fingerprint: string;
  /** The basket of an earlier request with the same X-Request-ID. */
  readonly existing: () => Promise<BasketView | undefined>;
}

/** POST /v1/signing-baskets (specification 2.1, 4.1). */
@Controller('v1')
export class CreateBasketController {
  constructor(private readonly edge: Edge) {}

  @Post('signing-baskets')
  @SignedRoute(basketCreation, {
    id: 'createSigningBasket',
    summary: 'Creates a signing basket of payments',
    body: signingBasketCreation,
    answers: {
      201: {
        says: 'It was received; the PSU approves it behind scaRedirect.',
        schema: 'BasketCreated',
        headers: createdHeaders,
        leadsTo: basketLinks,
      },
    },
    refuses: [401, 404, 409],
  })
  async create(
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BasketCreationReply> {
    const { value, warnings } = readBody(signingBasketCreation, bytes, caller, this.edge);
    const id = streamIdOf(caller, 'POST', route);
    const stream = streams.basket.id(id);
    const link = authorisationLinkOf(stream, caller.requestId, this.edge.settings);
    const fingerprint = fingerprintOf({ ...caller, body: bytes as Buffer });
    const existing = () => this.existing(id, caller, fingerprint);
    const making = { link, fingerprint, existing };
    const view = (await existing()) ?? (await this.made(stream, caller, value.paymentIds, making));
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

  /** Answers a repeat from the existing basket, because the members already belong to it. */
  private async existing(
    id: string,
    caller: Caller,
    fingerprint: string,
  ): Promise<BasketView | undefined> {
    const view = await this.edge.queries.ask(new GetBasket(caller.tpp, id));
    if (view === null) return undefined;
    receiptOf({ is: 'decided', receipt: view }, fingerprint);
    return requireCreated(view);
  }

  private async made(
    stream: StreamId<'basket'>,
    caller: Caller,
    paymentIds: readonly string[],
    { link, fingerprint, existing }: Making,
  ): Promise<BasketView | undefined> {
    const { edge } = this;
    const id = streams.basket.idOf(stream);
    let members: readonly PaymentView[];
    try {
      members = await membersFor(edge, caller, paymentIds, id);
    } catch (error) {
      const created = { topic: 'baskets.commands.v1', stream } as const;
      return await madeBefore(error, { edge, caller, created, readView: existing });
    }
    const data: BasketCommands['CreateBasket']['data'] = {
      initiator: initiatorOf(caller, randomUUID),
      fingerprint,
      members: members.map(memberOf),
      authorisation: link.authorisation,
      facts: members.map(factOf),
    };
    const commandId = creatingCommandId(stream, fingerprint);
    const command = { id: commandId, type: 'CreateBasket', stream, data } as const;
    const readView = () => this.viewOf(id, caller);
    const result = await edge.tell('baskets.commands.v1', caller, command, readView);
    const receipt = receiptOf(result, fingerprint);
    if (receipt !== undefined) requireCreated(receipt);
    return readView();
  }

  private async viewOf(id: string, caller: Caller): Promise<BasketView | undefined> {
    return (await this.edge.queries.ask(new GetBasket(caller.tpp, id))) ?? undefined;
  }
}

function requireCreated<T extends { readonly refusal?: BasketReceipt['refusal'] }>(basket: T): T {
  const { refusal } = basket;
  if (refusal === undefined) return basket;
  throw new RequestError([fault(refusal.code, 'basket.memberTaken', refusal.path)]);
}

function memberOf({ paymentId, authorisationId = '' }: PaymentView) {
  return { paymentId, authorisationId };
}

function factOf({ paymentId, version, transactionStatus: status, fundsAvailable }: PaymentView) {
  return { paymentId, version, status, ...defined({ fundsAvailable }) };
}
