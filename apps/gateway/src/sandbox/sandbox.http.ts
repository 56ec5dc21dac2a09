import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { GetSandboxCustomers } from '@nordgate/contracts';
import type { SandboxCustomer } from '@nordgate/contracts';
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
  @Demands(sandboxService)
  @HttpCode(200)
  async initialise(
    @TheCaller() caller: Caller,
  ): Promise<{ readonly customers: readonly SandboxCustomer[] }> {
    const stream = 'sandbox-default';
    const id = `${stream}/${caller.tpp}/${caller.requestId}`;
    const command = { id, type: 'InitialiseSandbox', stream, data: {} };
    await this.edge.tell('accounts.commands.v1', caller, command, () => Promise.resolve(undefined));
    return this.customers();
  }

  @Get('customers')
  @Demands(sandboxService)
  async customers(): Promise<{ readonly customers: readonly SandboxCustomer[] }> {
    return { customers: await this.edge.queries.ask(new GetSandboxCustomers()) };
  }
}
