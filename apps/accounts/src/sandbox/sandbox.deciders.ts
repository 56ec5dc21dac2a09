import type { SandboxCommands, WorldCommands } from '@nordgate/contracts/commands';
import { on, onAnyOf, onMany } from '@nordgate/decider';
import type { DeciderTable } from '@nordgate/decider';
import { accountStream } from '../domain/account.js';
import { agreementStream } from '../domain/agreement.js';
import { cardAccountStream } from '../domain/card-account.js';
import { customerStream } from '../domain/customer.js';
import { owners } from '../domain/ledger-account.js';
import { refusalStream } from '../domain/planned-refusal.js';
import { sandboxStream } from '../domain/sandbox.js';
import { worldStream } from '../domain/world.js';
import type { FindDependents } from './domain/dependents.js';
import {
  changeSandboxAccount,
  closeSandboxAccount,
  openSandboxAccount,
} from './mock-account/mock-account.js';
import {
  changeSandboxAgreement,
  endSandboxAgreement,
  signSandboxAgreement,
} from './mock-agreement/mock-agreement.js';
import {
  addSandboxEngagement,
  changeSandboxEngagement,
  endSandboxEngagement,
} from './mock-agreement/mock-engagement.js';
import {
  changeSandboxCardAccount,
  closeSandboxCardAccount,
  openSandboxCardAccount,
} from './mock-card-account/mock-card-account.js';
import { changeSandboxCustomer, registerSandboxCustomer } from './mock-customer/mock-customer.js';
import { removeSandboxCustomer } from './mock-customer/remove-sandbox-customer.js';
import {
  addSandboxTransaction,
  addSandboxTransactions,
} from './mock-transaction/add-transaction.js';
import { changeSandboxTransaction } from './mock-transaction/change-transaction.js';
import { removeSandboxTransaction } from './mock-transaction/remove-transaction.js';
import { refusalOfCore, refuseSandboxExecution } from './refusals/refuse-execution.js';
import { worldInKnownState, worldOfCore, deleteWorld } from './worlds/initialise-world.js';
import type { HasWorld } from './worlds/initialise-world.js';
import { KnownDays } from './worlds/known-days.js';
import {
  beginWorldMove,
  endWorldMove,
  refuseMoveOfCore,
  setWorldTime,
  worldMoveReceipt,
} from './worlds/move-world.js';

/** What the deciders of the sandbox read besides their streams. */
export interface SandboxReads {
  readonly dependents: FindDependents;
  readonly hasWorld: HasWorld;
  /** A core has the customers and accounts. */
  readonly isOfCore?: boolean;
  /** The known state in which worlds begin. Default: with a year of transactions. */
  readonly days?: KnownDays;
}

/** The deciders that a sandbox adds: worlds and their resets, and the mock-data API (specification section 1). */
export function sandboxDeciders({
  dependents,
  hasWorld,
  isOfCore = false,
  days = new KnownDays(),
}: SandboxReads): DeciderTable<WorldCommands & SandboxCommands> {
  return {
    InitialiseWorld: onMany(
      sandboxStream,
      isOfCore ? worldOfCore : worldInKnownState(days, hasWorld),
    ),
    BeginWorldMove: on(worldStream, isOfCore ? refuseMoveOfCore : beginWorldMove, {
      receipt: worldMoveReceipt,
    }),
    SetWorldTime: on(worldStream, setWorldTime, { isInternal: true }),
    EndWorldMove: on(worldStream, endWorldMove, { isInternal: true }),
    DeleteWorld: on(worldStream, deleteWorld, { isInternal: true }),
    RegisterSandboxCustomer: onMany(customerStream, registerSandboxCustomer),
    ChangeSandboxCustomer: onMany(customerStream, changeSandboxCustomer),
    RemoveSandboxCustomer: onMany(customerStream, removeSandboxCustomer(dependents)),
    OpenSandboxAccount: onMany(accountStream, openSandboxAccount),
    ChangeSandboxAccount: onMany(accountStream, changeSandboxAccount),
    CloseSandboxAccount: onMany(accountStream, closeSandboxAccount(dependents)),
    AddSandboxTransactions: onAnyOf(owners, addSandboxTransactions),
    AddSandboxTransaction: onAnyOf(owners, addSandboxTransaction),
    ChangeSandboxTransaction: onAnyOf(owners, changeSandboxTransaction),
    RemoveSandboxTransaction: onAnyOf(owners, removeSandboxTransaction),
    OpenSandboxCardAccount: onMany(cardAccountStream, openSandboxCardAccount),
    ChangeSandboxCardAccount: onMany(cardAccountStream, changeSandboxCardAccount),
    CloseSandboxCardAccount: onMany(cardAccountStream, closeSandboxCardAccount),
    SignSandboxAgreement: onMany(agreementStream, signSandboxAgreement),
    ChangeSandboxAgreement: onMany(agreementStream, changeSandboxAgreement),
    EndSandboxAgreement: onMany(agreementStream, endSandboxAgreement),
    AddSandboxEngagement: onMany(agreementStream, addSandboxEngagement),
    ChangeSandboxEngagement: onMany(agreementStream, changeSandboxEngagement),
    EndSandboxEngagement: onMany(agreementStream, endSandboxEngagement),
    RefuseSandboxExecution: onMany(
      refusalStream,
      isOfCore ? refusalOfCore : refuseSandboxExecution,
    ),
  };
}
