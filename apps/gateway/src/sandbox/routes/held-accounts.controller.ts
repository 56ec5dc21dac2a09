import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { sandboxAccountOpening, sandboxAccountReplacement } from '@nordgate/contracts/http';
import type { HeldAccountReply } from '@nordgate/contracts/http';
import { GetSandboxAccount } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { accountFactsOf, openingOf, statusChangeOf } from './account-by-hand.js';
import { asSent, heldAccountReplyOf, accountsPath, pathOf } from './sandbox-replies.js';
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

const route = `${accountsPath}/:accountId`;
const isAccount = { says: 'The account with its holder.', schema: 'HeldAccountReply' } as const;

const made = {
  ...isAccount,
  schema: asSent('HeldAccountReply', ['accountId', 'customerNumber', 'customerId']),
};

/**
 * Accounts of the sandbox by hand, whose holder is named by number (specification section 1).
 * Production does not have these routes.
 */
@Controller()
export class HeldAccountsController {
  constructor(private readonly edge: Edge) {}

  /**
   * Throws RequestError: 400 RESOURCE_UNKNOWN for a number of no customer, and CONFLICT for an account number of another account.
   */
  @Post(accountsPath)
  @SignedRoute(sandboxService, {
    id: 'createHeldAccount',
    summary: 'Opens a test account for the customer with a number',
    body: sandboxAccountOpening,
    answers: { 201: { ...made, headers: ['Location'] } },
    refuses: [409],
  })
  async create(
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<HeldAccountReply> {
    const body = readSandboxBody(sandboxAccountOpening, bytes, caller, this.edge);
    const byHand = byHandOf(caller, 'POST', accountsPath, bytes);
    const accountId = createdIdOf(byHand);
    const find = () => this.find(accountId, byHand.by.request);
    const { customerNumber } = body.value;
    const ownerId = await holderNamed(askerOf(this.edge, caller), customerNumber, find);
    const stream = streams.account.id(accountId);
    const data = { ...byHand, accountId, ownerId, ...openingOf(body.value) };
    await decideByHand(this.edge, caller, { type: 'OpenSandboxAccount', stream, data });
    const made = requireKept(await find());
    reply.header('location', made._links.self.href);
    return { ...made, ...body.sent, ...warningsOf(body.warnings, caller.language) };
  }

  @Get(route)
  @SignedRoute(sandboxService, {
    id: 'getHeldAccount',
    summary: 'A test account with its holder',
    answers: { 200: isAccount },
    refuses: [404],
  })
  async read(
    @Param('accountId') accountId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<HeldAccountReply> {
    const found = await this.find(sandboxIdOf(accountId, caller));
    if (found === undefined) throw unknownInSandbox();
    return found;
  }

  @Put(route)
  @SignedRoute(sandboxService, {
    id: 'changeHeldAccount',
    summary: 'Replaces what a test account is called, its terms and its status',
    body: sandboxAccountReplacement,
    answers: { 200: isAccount },
    refuses: [404, 409],
  })
  async change(
    @Param('accountId') accountId: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<HeldAccountReply> {
    const body = readSandboxBody(sandboxAccountReplacement, bytes, caller, this.edge);
    const inside = sandboxIdOf(accountId, caller);
    const stream = streams.account.id(inside);
    const byHand = byHandOf(caller, 'PUT', pathOf.heldAccount(accountId), bytes);
    const data = { ...byHand, ...accountFactsOf(body.value), ...statusChangeOf(body.value) };
    await decideByHand(this.edge, caller, { type: 'ChangeSandboxAccount', stream, data });
    const changed = requireKept(await this.find(inside, byHand.by.request));
    return { ...changed, ...warningsOf(body.warnings, caller.language) };
  }

  @Delete(route)
  @HttpCode(204)
  @SignedRoute(sandboxService, {
    id: 'removeHeldAccount',
    summary: 'Closes a test account with all that stands on it',
    answers: { 204: { says: 'It is closed.' } },
    refuses: [404],
  })
  async remove(
    @Param('accountId') accountId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const stream = streams.account.id(sandboxIdOf(accountId, caller));
    const data = byHandOf(caller, 'DELETE', pathOf.heldAccount(accountId));
    await decideByHand(this.edge, caller, { type: 'CloseSandboxAccount', stream, data });
  }

  private async find(accountId: string, madeBy?: string): Promise<HeldAccountReply | undefined> {
    const found = await this.edge.queries.ask(
      new GetSandboxAccount({ accountId, ...defined({ madeBy }) }),
    );
    return found === null ? undefined : heldAccountReplyOf(found);
  }
}
