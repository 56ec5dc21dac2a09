import { Module } from '@nestjs/common';
import { AccountsCommands } from './accounts.commands.js';
import { GetActingCustomerHandler } from './acting-customer/acting-customer.queries.js';
import { InitialiseSandboxHandler } from './initialise-sandbox/initialise-sandbox.handler.js';
import { ReleaseTppHandler } from './release-tpp/release-tpp.handler.js';
import { GetSandboxCustomersHandler } from './sandbox-customers/sandbox-customers.queries.js';
import { GetSandboxGenerationHandler } from './sandbox-generation/sandbox-generation.queries.js';
import { StopTppHandler } from './stop-tpp/stop-tpp.handler.js';
import { ListStoppedTppsHandler } from './stopped-tpps/stopped-tpps.queries.js';

/** What accounts does: one line per use case. */
@Module({
  controllers: [AccountsCommands],
  providers: [
    InitialiseSandboxHandler,
    GetSandboxCustomersHandler,
    GetSandboxGenerationHandler,
    GetActingCustomerHandler,
    StopTppHandler,
    ReleaseTppHandler,
    ListStoppedTppsHandler,
  ],
})
export class AccountsModule {}
