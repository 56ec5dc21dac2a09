import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { sandboxCardAccountOpening, sandboxCardAccountReplacement } from '@nordgate/contracts/http';
import type { HeldCardAccountReply } from '@nordgate/contracts/http';
import { GetSandboxCardAccount } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { cardFactsOf, cardOpeningOf, statusChangeOf } from './account-by-hand.js';
import { asSent, heldCardAccountReplyOf, cardAccountsPath, pathOf } from './sandbox-replies.js';
import {
  byHandOf,
  createdIdOf,
  decideByHand,
  requireKept,
  sandboxIdOf,
  unknownInSandbox,
} from './by-hand.js';
import { askerOf, holderNamed } from './holders.js';
import { readSandboxBody } from './sandbox-body.js';

const route = `${cardAccountsPath}/:cardAccountId`;
const isCardAccount = {
  says: 'The card account with its holder.',
  schema: 'HeldCardAccountReply',
} as const;

const made = {
  ...isCardAccount,
  schema: asSent('HeldCardAccountReply', ['cardAccountId', 'customerNumber', 'customerId']),
};

/**
 * Card accounts of the sandbox by hand, whose holder is named by number (specification section 1).
 * Production does not have these routes.
 */
@Controller()
export class HeldCardAccountsController {
  constructor(private readonly edge: Edge) {}

  /**
   * Throws RequestError: 400 RESOURCE_UNKNOWN for a number of no customer.
   */
  @Post(cardAccountsPath)
  @SignedRoute(sandboxService, {
    id: 'createHeldCardAccount',
    summary: 'Opens a test card account for the customer with a number',
    body: sandboxCardAccountOpening,
    answers: { 201: { ...made, headers: ['Location'] } },
    refuses: [409],
  })
  async create(
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<HeldCardAccountReply> {
    const body = readSandboxBody(sandboxCardAccountOpening, bytes, caller, this.edge);
    const byHand = byHandOf(caller, 'POST', cardAccountsPath, bytes);
    const cardAccountId = createdIdOf(byHand);
    const find = () => this.find(cardAccountId, byHand.by.request);
    const { customerNumber } = body.value;
    const ownerId = await holderNamed(askerOf(this.edge, caller), customerNumber, find);
    const stream = streams.cardAccount.id(cardAccountId);
    const data = { ...byHand, cardAccountId, ownerId, ...cardOpeningOf(body.value) };
    await decideByHand(this.edge, caller, { type: 'OpenSandboxCardAccount', stream, data });
    const made = requireKept(await find());
    reply.header('location', made._links.self.href);
    return { ...made, ...body.sent, ...warningsOf(body.warnings, caller.language) };
  }

  @Get(route)
  @SignedRoute(sandboxService, {
    id: 'getHeldCardAccount',
    summary: 'A test card account with its holder',
    answers: { 200: isCardAccount },
    refuses: [404],
  })
  async read(
    @Param('cardAccountId') cardAccountId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<HeldCardAccountReply> {
    const found = await this.find(sandboxIdOf(cardAccountId, caller));
    if (found === undefined) throw unknownInSandbox();
    return found;
  }

  @Put(route)
  @SignedRoute(sandboxService, {
    id: 'changeHeldCardAccount',
    summary: 'Replaces what a test card account is called, its terms and its status',
    body: sandboxCardAccountReplacement,
    answers: { 200: isCardAccount },
    refuses: [404, 409],
  })
  async change(
    @Param('cardAccountId') cardAccountId: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<HeldCardAccountReply> {
    const body = readSandboxBody(sandboxCardAccountReplacement, bytes, caller, this.edge);
    const inside = sandboxIdOf(cardAccountId, caller);
    const stream = streams.cardAccount.id(inside);
    const byHand = byHandOf(caller, 'PUT', pathOf.heldCardAccount(cardAccountId), bytes);
    const data = { ...byHand, ...cardFactsOf(body.value), ...statusChangeOf(body.value) };
    await decideByHand(this.edge, caller, { type: 'ChangeSandboxCardAccount', stream, data });
    const changed = requireKept(await this.find(inside, byHand.by.request));
    return { ...changed, ...warningsOf(body.warnings, caller.language) };
  }

  @Delete(route)
  @HttpCode(204)
  @SignedRoute(sandboxService, {
    id: 'removeHeldCardAccount',
    summary: 'Closes a test card account with all that stands on it',
    answers: { 204: { says: 'It is closed.' } },
    refuses: [404],
  })
  async remove(
    @Param('cardAccountId') cardAccountId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const stream = streams.cardAccount.id(sandboxIdOf(cardAccountId, caller));
    const data = byHandOf(caller, 'DELETE', pathOf.heldCardAccount(cardAccountId));
    await decideByHand(this.edge, caller, { type: 'CloseSandboxCardAccount', stream, data });
  }

  private async find(
    cardAccountId: string,
    madeBy?: string,
  ): Promise<HeldCardAccountReply | undefined> {
    const found = await this.edge.queries.ask(new GetSandboxCardAccount(cardAccountId, madeBy));
    return found === null ? undefined : heldCardAccountReplyOf(found);
  }
}
