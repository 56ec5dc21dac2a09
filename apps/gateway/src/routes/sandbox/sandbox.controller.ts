import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { streams } from '@nordgate/contracts/rules';
import { GetSandboxCustomers } from '@nordgate/contracts/queries';
import type { SandboxCustomersReply } from '@nordgate/contracts/http';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.js';
import { CurrentCaller, SignedRoute } from '../../access/route.js';
import { sandboxService } from '../../access/route-requirements.js';

/** The sandbox's own routes (specification section 1). Production does not have them. */
@Controller('v1/sandbox')
export class SandboxController {
  constructor(private readonly edge: Edge) {}

  /** Resets the sandbox to the known state. Answers with its customers. */
  @Post('initialize')
  @SignedRoute(sandboxService, {
    id: 'initialiseSandbox',
    summary: 'Back to the known state',
    answers: { 200: { says: 'Its customers.', schema: 'SandboxCustomersReply' } },
  })
  @HttpCode(200)
  async initialise(@CurrentCaller() caller: Caller): Promise<SandboxCustomersReply> {
    const stream = streams.sandbox.id('default');
    const id = `${stream}/${caller.tpp}/${caller.requestId}`;
    const command = { id, type: 'InitialiseSandbox', stream, data: {} } as const;
    await this.edge.tell('accounts.commands.v1', caller, command, () => Promise.resolve(undefined));
    return this.customers();
  }

  @Get('customers')
  @SignedRoute(sandboxService, {
    id: 'getSandboxCustomers',
    summary: 'The test customers',
    answers: { 200: { says: 'All of them.', schema: 'SandboxCustomersReply' } },
  })
  async customers(): Promise<SandboxCustomersReply> {
    return { customers: await this.edge.queries.ask(new GetSandboxCustomers()) };
  }
}
