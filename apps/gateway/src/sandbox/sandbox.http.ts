import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { GetSandboxCustomers } from '@nordgate/contracts/queries';
import type { SandboxCustomersReply } from '@nordgate/contracts/http';
import type { Caller } from '../access/caller.js';
import { Edge } from '../access/edge.js';
import { Demands, TheCaller } from '../access/nest.js';
import { sandboxService } from '../access/operation.js';

/** The sandbox's own operations (specification section 1); not part of the production profile. */
@Controller('v1/sandbox')
export class SandboxHttp {
  constructor(private readonly edge: Edge) {}

  /** Back to the known state; answers with its customers. */
  @Post('initialize')
  @Demands(sandboxService, {
    id: 'initialiseSandbox',
    summary: 'Back to the known state',
    answers: { 200: { says: 'Its customers.', schema: 'SandboxCustomersReply' } },
  })
  @HttpCode(200)
  async initialise(@TheCaller() caller: Caller): Promise<SandboxCustomersReply> {
    const stream = 'sandbox-default';
    const id = `${stream}/${caller.tpp}/${caller.requestId}`;
    const command = { id, type: 'InitialiseSandbox', stream, data: {} };
    await this.edge.tell('accounts.commands.v1', caller, command, () => Promise.resolve(undefined));
    return this.customers();
  }

  @Get('customers')
  @Demands(sandboxService, {
    id: 'getSandboxCustomers',
    summary: 'The test customers',
    answers: { 200: { says: 'All of them.', schema: 'SandboxCustomersReply' } },
  })
  async customers(): Promise<SandboxCustomersReply> {
    return { customers: await this.edge.queries.ask(new GetSandboxCustomers()) };
  }
}
