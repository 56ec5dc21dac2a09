import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, HttpCode, Inject, Post, Query, Res } from '@nestjs/common';
import { generationLeaseMs, ofCore, streams } from '@nordgate/contracts/rules';
import { replySchema, SandboxCustomersParameters } from '@nordgate/contracts/http';
import type { ListedCustomer, SandboxCustomersReply } from '@nordgate/contracts/http';
import { GetSandboxCustomers, ListSandboxCustomers } from '@nordgate/contracts/queries';
import { sandboxName, WORLDS } from '@nordgate/service';
import type { Worlds } from '@nordgate/service';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxReset, sandboxService } from '../../request/route-requirements.js';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';
import { customersPageOf, listedCustomer, pageLinks } from './customer-list.js';
import { customersPath, shownCustomer } from './sandbox-replies.js';

/**
 * The wait of a reset: one lease, and a margin because timers and the clocks of other processes are not
 * exact to the millisecond.
 */
const resetWaitMs = generationLeaseMs + 50;

/** The sandbox's own routes (specification section 1). Production does not have them. */
@Controller('v1/sandbox')
export class SandboxController {
  constructor(
    private readonly edge: Edge,
    @Inject(WORLDS) private readonly worlds: Worlds,
  ) {}

  /**
   * Resets the TPP's world to the known state and begins a new generation (ADR 27). Answers with its
   * customers, when no process serves requests in the older generation any more. A repeat of the
   * request resets once. Throws RequestError: CONFLICT while another reset is in progress and where a core has the accounts, 503 while
   * the reset is not decided.
   */
  @Post('initialize')
  @SignedRoute(sandboxReset, {
    id: 'initialiseSandbox',
    summary: 'Back to the known state',
    answers: { 200: { says: 'Its customers.', schema: 'SandboxCustomersReply' } },
    refuses: [409],
  })
  @HttpCode(200)
  async initialise(@CurrentCaller() caller: Caller): Promise<SandboxCustomersReply> {
    const stream = streams.sandbox.id(sandboxName);
    const id = `${stream}/${caller.tpp}/${caller.requestId}`;
    const data = { tpp: caller.tpp };
    const command = { id, type: 'InitialiseWorld', stream, data } as const;
    // No view: the generation may be that of another reset.
    const noView = () => Promise.resolve(undefined);
    // A reset returns to real time.
    const inRealTime = { ...caller, aheadMs: 0 };
    const result = await this.edge.tell('accounts.commands.v1', inRealTime, command, noView);
    if (result.is === 'refused') {
      const isOfCore = result.refusal.text === ofCore;
      const text = isOfCore ? 'sandbox.ofCore' : 'sandbox.resetting';
      throw new RequestError([fault('CONFLICT', text)]);
    }
    if (result.is === 'accepted') throw unavailable();
    await delay(resetWaitMs);
    return this.customers((await this.worlds.worldOf(caller.tpp))?.generation ?? 0);
  }

  @Get('customers')
  @SignedRoute(sandboxService, {
    id: 'getSandboxCustomers',
    summary: 'The test customers',
    query: SandboxCustomersParameters,
    answers: {
      200: {
        says: 'A page of them, by customer number.',
        schema: { type: 'array', items: replySchema('ListedCustomer') },
        headers: ['Link'],
      },
    },
  })
  async list(
    @Query() query: SandboxCustomersParameters,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly ListedCustomer[]> {
    const page = customersPageOf(query);
    const { limit, offset } = page;
    const { customers, total } = await this.edge.queries.ask(
      new ListSandboxCustomers(caller.generation, limit, offset),
    );
    reply.header('link', pageLinks(customersPath, page, total));
    return customers.map(listedCustomer);
  }

  private async customers(generation: number): Promise<SandboxCustomersReply> {
    const customers = await this.edge.queries.ask(new GetSandboxCustomers(generation));
    return { customers: customers.map(shownCustomer) };
  }
}
