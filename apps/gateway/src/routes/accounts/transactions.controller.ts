import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { TransactionsParameters } from '@nordgate/contracts/http';
import type {
  CardTransactionDetailsReply,
  CardTransactionsReply,
  TransactionDetailsReply,
  TransactionsReply,
} from '@nordgate/contracts/http';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { accountReading } from '../../request/route-requirements.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { Edge } from '../../access/edge.service.js';
import { AccountAccess } from './account-access.service.js';
import {
  accountNumbersOf,
  accountsPath,
  cardAccountNumberOf,
  cardAccountsPath,
} from './account-replies.js';
import { askedPage, TransactionPages } from './transaction-pages.service.js';
import {
  cardTransactionReplyOf,
  listedCardTransactionOf,
  listedTransactionOf,
  transactionReplyOf,
} from './transaction-replies.js';

const ofAccount = `${accountsPath}/:id/transactions`;
const ofCard = `${cardAccountsPath}/:id/transactions`;

/** The transactions of accounts and card accounts (specification 2.4, 4.4). */
@Controller()
export class TransactionsController {
  constructor(
    private readonly edge: Edge,
    private readonly access: AccountAccess,
    private readonly pages: TransactionPages,
  ) {}

  @Get(ofAccount)
  @SignedRoute(accountReading, {
    id: 'getTransactions',
    summary: 'A page of the transactions of an account',
    query: TransactionsParameters,
    answers: { 200: { says: 'The transactions.', schema: 'TransactionsReply' } },
    refuses: [401, 404],
  })
  transactions(
    @Param('id') id: string,
    @Query() query: TransactionsParameters,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransactionsReply> {
    const asked = {
      of: 'accounts',
      route: ofAccount,
      id,
      ...askedPage(query, this.edge.now(caller)),
    } as const;
    return this.access.readOne(caller, reply, asked, async ({ account, resourceId }, session) => ({
      account: accountNumbersOf(account),
      ...(await this.pages.page(
        { account, path: `${accountsPath}/${resourceId}`, route: ofAccount, session },
        query,
        caller,
        listedTransactionOf,
      )),
    }));
  }

  @Get(`${ofAccount}/:transactionId`)
  @SignedRoute(accountReading, {
    id: 'getTransactionDetails',
    summary: 'One transaction of an account with all its details',
    answers: { 200: { says: 'The transaction.', schema: 'TransactionDetailsReply' } },
    refuses: [401, 404],
  })
  details(
    @Param('id') id: string,
    @Param('transactionId') transactionId: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransactionDetailsReply> {
    const route = `${ofAccount}/:transactionId`;
    const asked = { of: 'accounts', route, id, counts: ['details'] } as const;
    return this.access.readOne(caller, reply, asked, async ({ account }, session) => {
      const read = { account, route, session };
      const transaction = transactionReplyOf(await this.pages.one(read, transactionId, caller));
      return {
        transactionsDetails: transaction,
        transactionDetails: transaction,
        ...warningsOf(caller.warnings, caller.language),
      };
    });
  }

  @Get(ofCard)
  @SignedRoute(accountReading, {
    id: 'getCardTransactions',
    summary: 'A page of the transactions of a card account',
    query: TransactionsParameters,
    answers: { 200: { says: 'The transactions.', schema: 'CardTransactionsReply' } },
    refuses: [401, 404],
  })
  cardTransactions(
    @Param('id') id: string,
    @Query() query: TransactionsParameters,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CardTransactionsReply> {
    const asked = {
      of: 'cardAccounts',
      route: ofCard,
      id,
      ...askedPage(query, this.edge.now(caller)),
    } as const;
    return this.access.readOne(caller, reply, asked, async ({ account, resourceId }, session) => {
      const { transactions: cardTransactions, ...rest } = await this.pages.page(
        { account, path: `${cardAccountsPath}/${resourceId}`, route: ofCard, session },
        query,
        caller,
        listedCardTransactionOf,
      );
      const cardAccount = cardAccountNumberOf(account);
      return { cardAccount, debitAccounting: false, cardTransactions, ...rest };
    });
  }

  @Get(`${ofCard}/:transactionId`)
  @SignedRoute(accountReading, {
    id: 'getCardTransactionDetails',
    summary: 'One transaction of a card account with all its details',
    answers: { 200: { says: 'The transaction.', schema: 'CardTransactionDetailsReply' } },
    refuses: [401, 404],
  })
  cardDetails(
    @Param('id') id: string,
    @Param('transactionId') transactionId: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CardTransactionDetailsReply> {
    const route = `${ofCard}/:transactionId`;
    const asked = { of: 'cardAccounts', route, id, counts: ['details'] } as const;
    return this.access.readOne(caller, reply, asked, async ({ account }, session) => ({
      cardTransactionDetails: cardTransactionReplyOf(
        await this.pages.one({ account, route, session }, transactionId, caller),
      ),
      ...warningsOf(caller.warnings, caller.language),
    }));
  }
}
