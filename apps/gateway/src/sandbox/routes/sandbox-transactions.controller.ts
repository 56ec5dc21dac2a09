import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { replySchema, sandboxTransaction } from '@nordgate/contracts/http';
import type { SandboxTransaction } from '@nordgate/contracts/http';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { asSent, accountsPath } from './sandbox-replies.js';
import { listedBodiesMax } from './sandbox-body.js';
import { TransactionsByHand } from './transactions-by-hand.js';

const collection = `${accountsPath}/:accountId/transactions`;
const route = `${collection}/:transactionId`;
const one = replySchema('SandboxTransaction');
const made = asSent('SandboxTransaction', ['transactionId', 'status']);
/** Generators of clients need a name for each alternative. */
const list = { title: 'SandboxTransactionAsSentList', type: 'array', items: made };
const isTransaction = { says: 'The transaction.', schema: one } as const;

/**
 * Transactions of sandbox accounts by hand (specification section 1). Production does not have these
 * routes.
 */
@Controller()
export class SandboxTransactionsController {
  constructor(private readonly transactions: TransactionsByHand) {}

  /** Throws RequestError as TransactionsByHand does. */
  @Post(collection)
  @SignedRoute(sandboxService, {
    id: 'createSandboxTransaction',
    summary: 'Books transactions of a test account, or makes pending ones',
    body: sandboxTransaction,
    listOf: listedBodiesMax,
    answers: {
      201: {
        says: 'The transaction; for a list all of them, in its order.',
        schema: { anyOf: [one, made, list] },
        headers: ['Location'],
      },
    },
    refuses: [404, 409],
  })
  create(
    @Param('accountId') id: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxTransaction | readonly SandboxTransaction[]> {
    return this.transactions.create('account', id, bytes, { caller, reply });
  }

  @Get(route)
  @SignedRoute(sandboxService, {
    id: 'getSandboxTransaction',
    summary: 'A transaction of a test account',
    answers: { 200: isTransaction },
    refuses: [404],
  })
  read(
    @Param('accountId') id: string,
    @Param('transactionId') transactionId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxTransaction> {
    return this.transactions.one('account', { id, transactionId }, caller);
  }

  /** Throws RequestError as TransactionsByHand does. */
  @Put(route)
  @SignedRoute(sandboxService, {
    id: 'changeSandboxTransaction',
    summary: 'Replaces or books a pending transaction, or corrects a booked one',
    body: sandboxTransaction,
    answers: { 200: { ...isTransaction, headers: ['Location'] } },
    refuses: [404, 409],
  })
  change(
    @Param() path: { readonly accountId: string; readonly transactionId: string },
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxTransaction> {
    const { accountId: id, transactionId } = path;
    return this.transactions.change('account', { id, transactionId }, bytes, { caller, reply });
  }

  @Delete(route)
  @HttpCode(204)
  @SignedRoute(sandboxService, {
    id: 'removeSandboxTransaction',
    summary: 'Releases a pending transaction, or reverses a booked one',
    answers: { 204: { says: 'It is released or reversed.' } },
    refuses: [404, 409],
  })
  remove(
    @Param('accountId') id: string,
    @Param('transactionId') transactionId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.transactions.remove('account', { id, transactionId }, caller);
  }
}
