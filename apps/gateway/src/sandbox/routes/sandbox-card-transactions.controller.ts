import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { replySchema, sandboxCardTransaction } from '@nordgate/contracts/http';
import type { SandboxCardTransaction } from '@nordgate/contracts/http';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { asSent, cardAccountsPath } from './sandbox-replies.js';
import { listedBodiesMax } from './sandbox-body.js';
import { TransactionsByHand } from './transactions-by-hand.js';

const collection = `${cardAccountsPath}/:cardAccountId/transactions`;
const route = `${collection}/:transactionId`;
const one = replySchema('SandboxCardTransaction');
const made = asSent('SandboxCardTransaction', ['cardTransactionId', 'transactionId', 'status']);
/** Generators of clients need a name for each alternative. */
const list = { title: 'SandboxCardTransactionAsSentList', type: 'array', items: made };
const isCardTransaction = { says: 'The transaction.', schema: one } as const;

/**
 * Transactions of sandbox card accounts by hand (specification section 1). Production does not have these
 * routes.
 */
@Controller()
export class SandboxCardTransactionsController {
  constructor(private readonly transactions: TransactionsByHand) {}

  /** Throws RequestError as TransactionsByHand does. */
  @Post(collection)
  @SignedRoute(sandboxService, {
    id: 'createSandboxCardTransaction',
    summary: 'Books transactions of a test card account, or makes pending ones',
    body: sandboxCardTransaction,
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
    @Param('cardAccountId') id: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxCardTransaction | readonly SandboxCardTransaction[]> {
    return this.transactions.create('cardAccount', id, bytes, { caller, reply });
  }

  @Get(route)
  @SignedRoute(sandboxService, {
    id: 'getSandboxCardTransaction',
    summary: 'A transaction of a test card account',
    answers: { 200: isCardTransaction },
    refuses: [404],
  })
  read(
    @Param('cardAccountId') id: string,
    @Param('transactionId') transactionId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxCardTransaction> {
    return this.transactions.one('cardAccount', { id, transactionId }, caller);
  }

  /** Throws RequestError as TransactionsByHand does. */
  @Put(route)
  @SignedRoute(sandboxService, {
    id: 'changeSandboxCardTransaction',
    summary: 'Replaces or books a pending transaction, or corrects a booked one',
    body: sandboxCardTransaction,
    answers: { 200: { ...isCardTransaction, headers: ['Location'] } },
    refuses: [404, 409],
  })
  change(
    @Param() path: { readonly cardAccountId: string; readonly transactionId: string },
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxCardTransaction> {
    const { cardAccountId: id, transactionId } = path;
    return this.transactions.change('cardAccount', { id, transactionId }, bytes, { caller, reply });
  }

  @Delete(route)
  @HttpCode(204)
  @SignedRoute(sandboxService, {
    id: 'removeSandboxCardTransaction',
    summary: 'Releases a pending transaction, or reverses a booked one',
    answers: { 204: { says: 'It is released or reversed.' } },
    refuses: [404, 409],
  })
  remove(
    @Param('cardAccountId') id: string,
    @Param('transactionId') transactionId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.transactions.remove('cardAccount', { id, transactionId }, caller);
  }
}
