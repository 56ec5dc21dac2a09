import { Module } from '@nestjs/common';
import { GetSandboxTransactionHandler } from './mock-transaction/sandbox-transaction.queries.js';
import {
  FindSandboxNumbersHandler,
  GetSandboxAccountHandler,
  GetSandboxCardAccountHandler,
} from './sandbox-accounts/sandbox-accounts.queries.js';
import {
  GetSandboxAgreementsHandler,
  ListSandboxAgreementsHandler,
} from './sandbox-agreements/sandbox-agreements.queries.js';
import {
  FindSandboxCustomerHandler,
  GetSandboxCustomerHandler,
  GetSandboxCustomersHandler,
  ListSandboxCustomersHandler,
} from './sandbox-customers/sandbox-customers.queries.js';
import { followingEndedWorlds } from '@nordgate/service';
import { WorldUses } from './worlds/world-use.rows.js';
import { GetClockMovesHandler, GetWorldHandler } from './worlds/world.queries.js';
import { WorldMovesConsumer } from './worlds/world-moves.consumer.js';

/** What only a sandbox answers; `sandbox.deciders.ts` lists its commands. */
@Module({
  controllers: [WorldMovesConsumer, followingEndedWorlds('accounts.ended-worlds')],
  providers: [
    FindSandboxCustomerHandler,
    FindSandboxNumbersHandler,
    ListSandboxCustomersHandler,
    GetSandboxAccountHandler,
    GetSandboxCardAccountHandler,
    GetSandboxAgreementsHandler,
    ListSandboxAgreementsHandler,
    GetSandboxCustomerHandler,
    GetSandboxCustomersHandler,
    GetSandboxTransactionHandler,
    GetClockMovesHandler,
    GetWorldHandler,
    WorldUses,
  ],
})
export class SandboxModule {}
