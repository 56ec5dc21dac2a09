import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { AccountsParameters } from '@nordgate/contracts/http';
import type {
  CardAccountsReply,
  CardBalancesReply,
  OneCardAccountReply,
} from '@nordgate/contracts/http';
import { dayInOslo } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { accountReading } from '../../request/route-requirements.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { warningsOfExceeded } from './access-refusals.js';
import { Edge } from '../../access/edge.service.js';
import { AccountAccess } from './account-access.service.js';
import type { Read } from './account-access.service.js';
import {
  balancesOf,
  cardAccountNumberOf,
  cardAccountReplyOf,
  cardAccountsPath,
} from './account-replies.js';
import { countsOf, dayOf } from './accounts.controller.js';

const firstId = { 'card-account-id': '$response.body#/cardAccounts/0/resourceId' };
const readings = {
  getCardAccount: firstId,
  getCardBalances: firstId,
  getCardTransactions: firstId,
};

/** The card accounts that the PSU consented to, and their balances (specification 2.4). */
@Controller()
export class CardAccountsController {
  constructor(
    private readonly edge: Edge,
    private readonly access: AccountAccess,
  ) {}

  @Get(cardAccountsPath)
  @SignedRoute(accountReading, {
    id: 'getCardAccounts',
    summary: 'The card accounts that the PSU consented to',
    query: AccountsParameters,
    answers: {
      200: { says: 'The card accounts.', schema: 'CardAccountsReply', leadsTo: readings },
    },
    refuses: [401],
  })
  cardAccounts(
    @Query() query: AccountsParameters,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CardAccountsReply> {
    const asked = { of: 'cardAccounts', route: cardAccountsPath, counts: countsOf(query) } as const;
    return this.access.read(caller, reply, asked, (found) => ({
      cardAccounts: found.map((one) => replyOf(one, query, caller, this.edge)),
      ...warningsOf(
        [...caller.warnings, ...warningsOfExceeded('cardAccounts', found)],
        caller.language,
      ),
    }));
  }

  @Get(`${cardAccountsPath}/:id`)
  @SignedRoute(accountReading, {
    id: 'getCardAccount',
    summary: 'One card account that the PSU consented to',
    query: AccountsParameters,
    answers: { 200: { says: 'The card account.', schema: 'OneCardAccountReply' } },
    refuses: [401, 404],
  })
  cardAccount(
    @Param('id') id: string,
    @Query() query: AccountsParameters,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OneCardAccountReply> {
    const route = `${cardAccountsPath}/:id`;
    const asked = { of: 'cardAccounts', route, id, counts: countsOf(query) } as const;
    return this.access.readOne(caller, reply, asked, (one) => ({
      cardAccount: replyOf(one, query, caller, this.edge),
      ...warningsOf(caller.warnings, caller.language),
    }));
  }

  @Get(`${cardAccountsPath}/:id/balances`)
  @SignedRoute(accountReading, {
    id: 'getCardBalances',
    summary: 'The balances of a card account',
    answers: { 200: { says: 'The balances.', schema: 'CardBalancesReply' } },
    refuses: [401, 404],
  })
  balances(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CardBalancesReply> {
    const route = `${cardAccountsPath}/:id/balances`;
    const asked = { of: 'cardAccounts', route, id, counts: ['balances'] } as const;
    return this.access.readOne(caller, reply, asked, ({ account }) => ({
      cardAccount: cardAccountNumberOf(account),
      debitAccounting: false,
      balances: balancesOf(account, dayInOslo(this.edge.now(caller))),
      ...warningsOf(caller.warnings, caller.language),
    }));
  }
}

function replyOf(
  { account, resourceId, exceededUntil }: Read<'cardAccounts'>,
  query: AccountsParameters,
  caller: Caller,
  edge: Pick<Edge, 'now'>,
) {
  const { corporateId = null } = caller;
  const balancesDay = exceededUntil === undefined ? dayOf(query, edge.now(caller)) : undefined;
  const shown = { resourceId, corporateId, ...defined({ balancesOf: balancesDay }) };
  return cardAccountReplyOf(account, shown);
}
