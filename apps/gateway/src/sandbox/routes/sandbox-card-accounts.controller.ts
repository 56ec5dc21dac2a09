import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import type { ByHand } from '@nordgate/contracts/commands';
import { sandboxCardAccountChange, sandboxCardAccountCreation } from '@nordgate/contracts/http';
import type { SandboxCardAccount } from '@nordgate/contracts/http';
import { GetSandboxCardAccount, GetSandboxCustomer } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { cardFactsOf, cardOpeningOf, statusChangeOf } from './account-by-hand.js';
import {
  byHandOf,
  createdIdOf,
  customerIdOf,
  decideByHand,
  requireKept,
  sandboxIdOf,
  unknownInSandbox,
} from './by-hand.js';
import { readSandboxBody } from './sandbox-body.js';
import { customersPath, pathOf, shownCardAccount } from './sandbox-replies.js';

const collection = `${customersPath}/:customerId/card-accounts`;
const route = `${collection}/:cardAccountId`;
const isAccount = { says: 'The card account.', schema: 'SandboxCardAccount' } as const;

/** The ids of a path. */
interface AccountPath {
  readonly customerId: string;
  readonly cardAccountId: string;
}

/** Card accounts of sandbox customers by hand (specification section 1). Production does not have these routes. */
@Controller()
export class SandboxCardAccountsController {
  constructor(private readonly edge: Edge) {}

  @Post(collection)
  @SignedRoute(sandboxService, {
    id: 'createSandboxCardAccount',
    summary: 'Opens a test card account',
    body: sandboxCardAccountCreation,
    answers: { 201: { ...isAccount, headers: ['Location'] } },
    refuses: [404, 409],
  })
  async create(
    @Param('customerId') customerId: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxCardAccount> {
    const { value } = readSandboxBody(sandboxCardAccountCreation, bytes, caller, this.edge);
    const ownerId = sandboxIdOf(customerId, caller);
    const byHand = byHandOf(caller, 'POST', `${pathOf.customer(ownerId)}/card-accounts`, bytes);
    const cardAccountId = createdIdOf(byHand);
    const stream = streams.cardAccount.id(cardAccountId);
    const data = { ...byHand, cardAccountId, ownerId, ...cardOpeningOf(value) };
    await decideByHand(this.edge, caller, { type: 'OpenSandboxCardAccount', stream, data });
    const made = requireKept(await this.made(cardAccountId, byHand));
    reply.header('location', made._links.self.href);
    return made;
  }

  @Get(route)
  @SignedRoute(sandboxService, {
    id: 'getSandboxCardAccount',
    summary: 'A test card account',
    answers: { 200: isAccount },
    refuses: [404],
  })
  async read(
    @Param() path: AccountPath,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxCardAccount> {
    const found = await this.find(path, caller);
    if (found === undefined) throw unknownInSandbox();
    return found;
  }

  @Put(route)
  @SignedRoute(sandboxService, {
    id: 'changeSandboxCardAccount',
    summary: 'Replaces the name and the credit limit of a test card account',
    body: sandboxCardAccountChange,
    answers: { 200: isAccount },
    refuses: [404, 409],
  })
  async change(
    @Param() path: AccountPath,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxCardAccount> {
    const { value } = readSandboxBody(sandboxCardAccountChange, bytes, caller, this.edge);
    const { ownerId, stream, href } = named(path, caller);
    const byHand = byHandOf(caller, 'PUT', href, bytes);
    const data = { ...byHand, ownerId, ...cardFactsOf(value), ...statusChangeOf(value) };
    await decideByHand(this.edge, caller, { type: 'ChangeSandboxCardAccount', stream, data });
    return requireKept(await this.made(streams.cardAccount.idOf(stream), byHand));
  }

  @Delete(route)
  @HttpCode(204)
  @SignedRoute(sandboxService, {
    id: 'removeSandboxCardAccount',
    summary: 'Closes a test card account',
    answers: { 204: { says: 'It is closed.' } },
    refuses: [404],
  })
  async remove(@Param() path: AccountPath, @CurrentCaller() caller: Caller): Promise<void> {
    const { ownerId, stream, href } = named(path, caller);
    const byHand = byHandOf(caller, 'DELETE', href);
    const data = { ...byHand, ownerId };
    await decideByHand(this.edge, caller, { type: 'CloseSandboxCardAccount', stream, data });
  }

  /** The card account as the request has left it. */
  private async made(
    cardAccountId: string,
    { by: { request } }: ByHand,
  ): Promise<SandboxCardAccount | undefined> {
    const held = await this.edge.queries.ask(new GetSandboxCardAccount(cardAccountId, request));
    if (held === null) return undefined;
    const { ownerId, maskedPan, name } = held;
    return shownCardAccount(ownerId, { cardAccountId, maskedPan, name });
  }

  private async find(
    { customerId, cardAccountId }: AccountPath,
    caller: Caller,
  ): Promise<SandboxCardAccount | undefined> {
    const ownerId = customerIdOf(customerId, caller);
    const inside = sandboxIdOf(cardAccountId, caller);
    const customer = await this.edge.queries.ask(new GetSandboxCustomer(ownerId));
    const found = customer?.cardAccounts.find((one) => one.cardAccountId === inside);
    return found === undefined ? undefined : shownCardAccount(ownerId, found);
  }
}

/** The owner, the stream and the path of an account. Throws RequestError, RESOURCE_UNKNOWN. */
function named({ customerId, cardAccountId }: AccountPath, caller: Caller) {
  const ownerId = sandboxIdOf(customerId, caller);
  const stream = streams.cardAccount.id(sandboxIdOf(cardAccountId, caller));
  return { ownerId, stream, href: pathOf.cardAccount(ownerId, cardAccountId) };
}
