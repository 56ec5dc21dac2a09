import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { sandboxTransaction } from '@nordgate/contracts/http';
import type { SandboxTransaction } from '@nordgate/contracts/http';
import { GetSandboxTransaction } from '@nordgate/contracts/queries';
import type { SandboxTransactionView } from '@nordgate/contracts/queries';
import {
  correctionOf,
  entryByHand,
  replacementPlace,
  streams,
  transactionIdOf,
} from '@nordgate/contracts/rules';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.js';
import { readBody } from '../../access/request-body.js';
import { CurrentCaller, SignedRoute } from '../../access/route.js';
import { sandboxService } from '../../access/route-requirements.js';
import {
  byHandOf,
  commandIdOf,
  createdIdOf,
  noView,
  requireKept,
  sandboxIdOf,
  sandboxTopic,
  unknownInSandbox,
} from './by-hand.js';
import { pathOf, shownTransaction } from './sandbox-replies.js';
import {
  existingOf,
  requireTransactionDecided,
  transactionByHand,
  transactionIdFrom,
} from './transaction-by-hand.js';

const collection = '/v1/sandbox/accounts/:accountId/transactions';
const route = `${collection}/:transactionId`;
const isTransaction = { says: 'The transaction.', schema: 'SandboxTransaction' } as const;

/** The ids of a path. */
interface TransactionPath {
  readonly accountId: string;
  readonly transactionId: string;
}

/**
 * Transactions of sandbox accounts by hand (specification section 1), under the ids that the account's
 * own list shows. Production does not have these routes.
 */
@Controller()
export class SandboxTransactionsController {
  constructor(private readonly edge: Edge) {}

  /** Throws RequestError: CONFLICT for a pending transaction that exceeds the funds. */
  @Post(collection)
  @SignedRoute(sandboxService, {
    id: 'createSandboxTransaction',
    summary: 'Books a transaction of a test account, or makes a pending one',
    body: sandboxTransaction,
    answers: { 201: { ...isTransaction, headers: ['Location'] } },
    refuses: [404, 409],
  })
  async create(
    @Param('accountId') account: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxTransaction> {
    const { value } = readBody(sandboxTransaction, bytes, caller, this.edge.settings.profile);
    const accountId = sandboxIdOf(account);
    const stream = streams.account.id(accountId);
    const byHand = byHandOf(caller, 'POST', pathOf.transactions(accountId), bytes);
    const entryId = entryByHand(createdIdOf(byHand), caller.generation);
    const data = { ...byHand, entryId, transaction: transactionByHand(value, new Date()) };
    const id = commandIdOf(stream, byHand);
    const command = { id, type: 'AddSandboxTransaction', stream, data } as const;
    requireTransactionDecided(await this.edge.tell(sandboxTopic, caller, command, noView));
    const transactionId = transactionIdOf({ account: stream, entryId }, 0);
    const made = requireKept(await this.find({ accountId, transactionId }, caller));
    reply.header('location', made._links.self.href);
    return made;
  }

  @Get(route)
  @SignedRoute(sandboxService, {
    id: 'getSandboxTransaction',
    summary: 'A transaction of a test account',
    answers: { 200: isTransaction },
    refuses: [404],
  })
  async read(
    @Param() path: TransactionPath,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxTransaction> {
    const found = await this.find(path, caller);
    if (found === undefined) throw unknownInSandbox();
    return found;
  }

  /** Throws RequestError as `create` does, and CONFLICT for a pending transaction of a payment. */
  @Put(route)
  @SignedRoute(sandboxService, {
    id: 'changeSandboxTransaction',
    summary: 'Replaces or books a pending transaction, or corrects a booked one',
    body: sandboxTransaction,
    answers: { 200: { ...isTransaction, headers: ['Location'] } },
    refuses: [404, 409],
  })
  async change(
    @Param() path: TransactionPath,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxTransaction> {
    const { value } = readBody(sandboxTransaction, bytes, caller, this.edge.settings.profile);
    const { accountId, transactionId } = path;
    const { stream, existing } = await this.existing(path, caller);
    const href = pathOf.transaction(accountId, transactionId);
    const byHand = byHandOf(caller, 'PUT', href, bytes);
    const transaction = transactionByHand(value, new Date());
    const data = { ...byHand, ...existing, transaction };
    const id = commandIdOf(stream, byHand);
    const command = { id, type: 'ChangeSandboxTransaction', stream, data } as const;
    requireTransactionDecided(await this.edge.tell(sandboxTopic, caller, command, noView));
    // A corrected transaction has a new id, that of its replacement.
    const entryId = correctionOf(transactionId, caller.generation);
    const replacing = transactionIdOf({ account: stream, entryId }, replacementPlace);
    const replacement = await this.find({ accountId, transactionId: replacing }, caller);
    const changed = requireKept(replacement ?? (await this.find(path, caller)));
    reply.header('location', changed._links.self.href);
    return changed;
  }

  @Delete(route)
  @HttpCode(204)
  @SignedRoute(sandboxService, {
    id: 'removeSandboxTransaction',
    summary: 'Releases a pending transaction, or reverses a booked one',
    answers: { 204: { says: 'It is released or reversed.' } },
    refuses: [404, 409],
  })
  async remove(@Param() path: TransactionPath, @CurrentCaller() caller: Caller): Promise<void> {
    const { stream, existing } = await this.existing(path, caller);
    const byHand = byHandOf(
      caller,
      'DELETE',
      pathOf.transaction(path.accountId, path.transactionId),
    );
    const data = { ...byHand, ...existing };
    const id = commandIdOf(stream, byHand);
    const command = { id, type: 'RemoveSandboxTransaction', stream, data } as const;
    requireTransactionDecided(await this.edge.tell(sandboxTopic, caller, command, noView));
  }

  /** What a command needs of the transaction of a path. Throws RequestError, RESOURCE_UNKNOWN. */
  private async existing(path: TransactionPath, caller: Caller) {
    const view = await this.view(path, caller);
    if (view === null) throw unknownInSandbox();
    return { stream: streams.account.id(path.accountId), existing: existingOf(view) };
  }

  private async find(
    path: TransactionPath,
    caller: Caller,
  ): Promise<SandboxTransaction | undefined> {
    const view = await this.view(path, caller);
    if (view === null || view.isEnded) return undefined;
    return shownTransaction(path.accountId, view);
  }

  private view(
    { accountId, transactionId }: TransactionPath,
    { generation }: Caller,
  ): Promise<SandboxTransactionView | null> {
    const account = streams.account.id(sandboxIdOf(accountId));
    const id = transactionIdFrom(transactionId);
    return this.edge.queries.ask(new GetSandboxTransaction(account, generation, id));
  }
}
