import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import type { ByHand } from '@nordgate/contracts/commands';
import { sandboxAccountChange, sandboxAccountCreation } from '@nordgate/contracts/http';
import type { SandboxAccount } from '@nordgate/contracts/http';
import { GetSandboxAccount, GetSandboxCustomer } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { accountFactsOf, openingOf, statusChangeOf } from './account-by-hand.js';
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
import { customersPath, pathOf, shownAccount } from './sandbox-replies.js';

const collection = `${customersPath}/:customerId/accounts`;
const route = `${collection}/:accountId`;
const isAccount = { says: 'The account.', schema: 'SandboxAccount' } as const;

/** The ids of a path. */
interface AccountPath {
  readonly customerId: string;
  readonly accountId: string;
}

/** Accounts of sandbox customers by hand (specification section 1). Production does not have these routes. */
@Controller()
export class SandboxAccountsController {
  constructor(private readonly edge: Edge) {}

  /** Throws RequestError: CONFLICT for an account number of another account. */
  @Post(collection)
  @SignedRoute(sandboxService, {
    id: 'createSandboxAccount',
    summary: 'Opens a test account',
    body: sandboxAccountCreation,
    answers: { 201: { ...isAccount, headers: ['Location'] } },
    refuses: [404, 409],
  })
  async create(
    @Param('customerId') customerId: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxAccount> {
    const { value } = readSandboxBody(sandboxAccountCreation, bytes, caller, this.edge);
    const ownerId = sandboxIdOf(customerId, caller);
    const byHand = byHandOf(caller, 'POST', `${pathOf.customer(ownerId)}/accounts`, bytes);
    const accountId = createdIdOf(byHand);
    const stream = streams.account.id(accountId);
    const data = { ...byHand, accountId, ownerId, ...openingOf(value) };
    await decideByHand(this.edge, caller, { type: 'OpenSandboxAccount', stream, data });
    const made = requireKept(await this.made(accountId, byHand));
    reply.header('location', made._links.self.href);
    return made;
  }

  @Get(route)
  @SignedRoute(sandboxService, {
    id: 'getSandboxAccount',
    summary: 'A test account',
    answers: { 200: isAccount },
    refuses: [404],
  })
  async read(@Param() path: AccountPath, @CurrentCaller() caller: Caller): Promise<SandboxAccount> {
    const found = await this.find(path, caller);
    if (found === undefined) throw unknownInSandbox();
    return found;
  }

  @Put(route)
  @SignedRoute(sandboxService, {
    id: 'changeSandboxAccount',
    summary: 'Replaces the name and the kind of a test account',
    body: sandboxAccountChange,
    answers: { 200: isAccount },
    refuses: [404, 409],
  })
  async change(
    @Param() path: AccountPath,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxAccount> {
    const { value } = readSandboxBody(sandboxAccountChange, bytes, caller, this.edge);
    const { ownerId, stream, href } = named(path, caller);
    const byHand = byHandOf(caller, 'PUT', href, bytes);
    const data = { ...byHand, ownerId, ...accountFactsOf(value), ...statusChangeOf(value) };
    await decideByHand(this.edge, caller, { type: 'ChangeSandboxAccount', stream, data });
    return requireKept(await this.made(streams.account.idOf(stream), byHand));
  }

  @Delete(route)
  @HttpCode(204)
  @SignedRoute(sandboxService, {
    id: 'removeSandboxAccount',
    summary: 'Closes a test account',
    answers: { 204: { says: 'It is closed.' } },
    refuses: [404],
  })
  async remove(@Param() path: AccountPath, @CurrentCaller() caller: Caller): Promise<void> {
    const { ownerId, stream, href } = named(path, caller);
    const byHand = byHandOf(caller, 'DELETE', href);
    const data = { ...byHand, ownerId };
    await decideByHand(this.edge, caller, { type: 'CloseSandboxAccount', stream, data });
  }

  /** The account as the request has left it. */
  private async made(
    accountId: string,
    { by: { request: madeBy } }: ByHand,
  ): Promise<SandboxAccount | undefined> {
    const held = await this.edge.queries.ask(new GetSandboxAccount({ accountId, madeBy }));
    if (held === null) return undefined;
    const { ownerId, bban, iban, currency, name, cashAccountType } = held;
    return shownAccount(ownerId, { accountId, bban, iban, currency, name, cashAccountType });
  }

  private async find(
    { customerId, accountId }: AccountPath,
    caller: Caller,
  ): Promise<SandboxAccount | undefined> {
    const ownerId = customerIdOf(customerId, caller);
    const inside = sandboxIdOf(accountId, caller);
    const customer = await this.edge.queries.ask(new GetSandboxCustomer(ownerId));
    const found = customer?.accounts.find((one) => one.accountId === inside);
    return found === undefined ? undefined : shownAccount(ownerId, found);
  }
}

/** The owner, the stream and the path of an account. Throws RequestError, RESOURCE_UNKNOWN. */
function named({ customerId, accountId }: AccountPath, caller: Caller) {
  const ownerId = sandboxIdOf(customerId, caller);
  const stream = streams.account.id(sandboxIdOf(accountId, caller));
  return { ownerId, stream, href: pathOf.account(ownerId, accountId) };
}
