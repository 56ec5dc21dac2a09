import { Inject } from '@nestjs/common';
import type { ICommandHandler } from '@nestjs/cqrs';
import { isRefusal } from '@nordgate/decider';
import type { Database, UnitOfWork } from '@nordgate/event-store';
import type { Decide, DomainEvent, Refusal, StreamType } from '@nordgate/decider';
import { DATABASE } from '@nordgate/service';
import { HandlesCommand } from '@nordgate/messaging';
import type { StreamCommand } from '@nordgate/messaging';
import { accountStream } from '../domain/account.js';
import { agreementStream } from '../domain/agreement.js';
import { cardAccountStream } from '../domain/card-account.js';
import { customerStream } from '../domain/customer.js';
import { sandboxStream } from '../domain/sandbox.js';
import { initialiseSandbox, sandboxReceipt } from './initialise-sandbox.js';
import type { InitialiseSandbox, SandboxReceipt } from './initialise-sandbox.js';
import { knownState } from './known-state.js';
import { knownStreams } from './known-streams.js';
import { openStreams } from './open-streams.queries.js';
import { resetAccount, resetAgreement, resetCardAccount, resetCustomer } from './reset-streams.js';

const known = knownStreams(knownState);

/** One command over many streams: all that it touches is appended together, or nothing is. */
@HandlesCommand('InitialiseSandbox')
export class InitialiseSandboxHandler implements ICommandHandler<StreamCommand> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ message, work }: StreamCommand): Promise<SandboxReceipt | Refusal> {
    const command = message as InitialiseSandbox;
    const sandbox = work.root(sandboxStream, command.stream);
    // An earlier command of the same slice is not in the view yet, but in this state.
    const before = sandbox.state.is === 'none' ? [] : sandbox.state.streams;
    const streams = [...new Set([...known.ids, ...before, ...(await openStreams(this.database))])];
    await work.load(streams);
    const decision = sandbox.run(initialiseSandbox(known.ids), command);
    if (isRefusal(decision)) return decision;
    for (const streamId of streams) resetStream(work, streamId, command);
    return sandboxReceipt(sandbox.state);
  }
}

/** How the streams of a category are reset. */
interface Reset {
  readonly category: string;
  readonly run: (work: UnitOfWork, streamId: string, command: InitialiseSandbox) => void;
}

const resets: readonly Reset[] = [
  resetOf(customerStream, (streamId) => resetCustomer(known.customers.get(streamId))),
  resetOf(accountStream, (streamId) => resetAccount(known.accounts.get(streamId))),
  resetOf(cardAccountStream, (streamId) => resetCardAccount(known.cardAccounts.get(streamId))),
  resetOf(agreementStream, (streamId) => resetAgreement(known.agreements.get(streamId))),
];

function resetOf<State, Event extends DomainEvent>(
  type: StreamType<State, Event>,
  decideFor: (streamId: string) => Decide<InitialiseSandbox, State, Event>,
): Reset {
  return {
    category: type.name,
    run: (work, streamId, command) => {
      work.root(type, streamId).run(decideFor(streamId), command);
    },
  };
}

function resetStream(work: UnitOfWork, streamId: string, command: InitialiseSandbox): void {
  const reset = resets.find(({ category }) => streamId.startsWith(`${category}-`));
  if (reset === undefined) throw new Error(`a reset does not know the stream ${streamId}`);
  reset.run(work, streamId, command);
}
