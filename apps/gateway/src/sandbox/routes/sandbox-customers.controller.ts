import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { sandboxCustomerChange, sandboxCustomerCreation } from '@nordgate/contracts/http';
import type { SandboxCustomer } from '@nordgate/contracts/http';
import { GetConsentsOfCustomer, GetSandboxCustomer } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { asSent, customersPath, pathOf, shownCustomer } from './sandbox-replies.js';
import {
  byHandOf,
  createdIdOf,
  customerIdOf,
  decideByHand,
  noView,
  requireDecided,
  requireKept,
  sandboxIdOf,
  unknownInSandbox,
} from './by-hand.js';
import { readSandboxBody } from './sandbox-body.js';

const route = `${customersPath}/:customerId`;
const made = asSent('SandboxCustomer', [
  ...['customerId', 'customerNumber', 'customerName', 'accounts', 'cardAccounts'],
]);
const isCustomer = { says: 'The customer.', schema: 'SandboxCustomer' } as const;

/** Sandbox customers by hand (specification section 1). Production does not have these routes. */
@Controller()
export class SandboxCustomersController {
  constructor(private readonly edge: Edge) {}

  /** Throws RequestError: CONFLICT for a number of another customer. */
  @Post(customersPath)
  @SignedRoute(sandboxService, {
    id: 'createSandboxCustomer',
    summary: 'Makes a test customer',
    body: sandboxCustomerCreation,
    answers: { 201: { ...isCustomer, schema: made, headers: ['Location'] } },
    refuses: [409],
  })
  async create(
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxCustomer> {
    const { value, sent } = readSandboxBody(sandboxCustomerCreation, bytes, caller, this.edge);
    const { customerType, customerNumber, customerName: name, address } = value;
    const byHand = byHandOf(caller, 'POST', customersPath, bytes);
    const customerId = createdIdOf(byHand);
    const stream = streams.customer.id(customerId);
    const optional = defined({ customerNumber, address });
    const data = { ...byHand, customerId, customerType, name, ...optional };
    await decideByHand(this.edge, caller, { type: 'RegisterSandboxCustomer', stream, data });
    const made = requireKept(await this.find(customerId, byHand.by.request));
    reply.header('location', made._links.self.href);
    return { ...made, ...sent };
  }

  @Get(route)
  @SignedRoute(sandboxService, {
    id: 'getSandboxCustomer',
    summary: 'A test customer',
    answers: { 200: isCustomer },
    refuses: [404],
  })
  async read(
    @Param('customerId') customerId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxCustomer> {
    const found = await this.find(customerIdOf(customerId, caller));
    if (found === undefined) throw unknownInSandbox();
    return found;
  }

  /** Throws RequestError: CONFLICT for a number of another customer, or of the other kind of customer. */
  @Put(route)
  @SignedRoute(sandboxService, {
    id: 'changeSandboxCustomer',
    summary: 'Replaces the name, the address and the number of a test customer',
    body: sandboxCustomerChange,
    answers: { 200: isCustomer },
    refuses: [404, 409],
  })
  async change(
    @Param('customerId') customerId: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxCustomer> {
    const { value } = readSandboxBody(sandboxCustomerChange, bytes, caller, this.edge);
    const { customerNumber, customerName: name, address } = value;
    const inside = sandboxIdOf(customerId, caller);
    const stream = streams.customer.id(inside);
    const byHand = byHandOf(caller, 'PUT', pathOf.customer(customerId), bytes);
    const data = { ...byHand, name, ...defined({ customerNumber, address }) };
    await decideByHand(this.edge, caller, { type: 'ChangeSandboxCustomer', stream, data });
    return requireKept(await this.find(inside, byHand.by.request));
  }

  @Delete(route)
  @HttpCode(204)
  @SignedRoute(sandboxService, {
    id: 'removeSandboxCustomer',
    summary: 'Removes a test customer with all accounts, agreements and consents',
    answers: { 204: { says: 'It is removed.' } },
    refuses: [404],
  })
  async remove(
    @Param('customerId') customerId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const stream = streams.customer.id(sandboxIdOf(customerId, caller));
    const data = byHandOf(caller, 'DELETE', pathOf.customer(customerId));
    await decideByHand(this.edge, caller, { type: 'RemoveSandboxCustomer', stream, data });
    await this.endConsents(customerId, caller);
  }

  /** Ends what the customer had consented to, also at a repeat of the request: nobody is left to consent. */
  private async endConsents(customerId: string, caller: Caller): Promise<void> {
    const query = new GetConsentsOfCustomer(sandboxIdOf(customerId, caller), caller.generation);
    for (const { consentId, stream } of await this.edge.queries.ask(query)) {
      const id = `${stream}/revoke/${consentId}`;
      const command = { id, type: 'RevokeAccess', stream, data: { by: 'tpp', consentId } } as const;
      requireDecided(await this.edge.tell('sca.commands.v1', caller, command, noView));
    }
  }

  private async find(customerId: string, madeBy?: string): Promise<SandboxCustomer | undefined> {
    const found = await this.edge.queries.ask(new GetSandboxCustomer(customerId, madeBy));
    return found === null ? undefined : shownCustomer(found);
  }
}
