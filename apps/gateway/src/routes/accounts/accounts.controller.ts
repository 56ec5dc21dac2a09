import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { AccountsParameters } from '@nordgate/contracts/http';
import type { AccountsReply, BalancesReply, OneAccountReply } from '@nordgate/contracts/http';
import { dayInOslo } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { accountReading } from '../../request/route-requirements.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { warningsOfExceeded } from './access-refusals.js';
import { AccountAccess } from './account-access.service.js';
import type { Read } from './account-access.service.js';
import { accountNumbersOf, accountReplyOf, accountsPath, balancesOf } from './account-replies.js';

const firstId = { 'account-id': '$response.body#/accounts/0/resourceId' };
const readings = { getAccount: firstId, getBalances: firstId, getTransactions: firstId };

/** The accounts that the PSU consented to, and their balances (specification 2.4, 4.4). */
@Controller()
export class AccountsController {
  constructor(
    private readonly edge: Edge,
    private readonly access: AccountAccess,
  ) {}

  @Get(accountsPath)
  @SignedRoute(accountReading, {
    id: 'getAccounts',
    summary: 'The accounts that the PSU consented to',
    query: AccountsParameters,
    answers: { 200: { says: 'The accounts.', schema: 'AccountsReply', leadsTo: readings } },
    refuses: [401],
  })
  accounts(
    @Query() query: AccountsParameters,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccountsReply> {
    const asked = { of: 'accounts', route: accountsPath, counts: countsOf(query) } as const;
    return this.access.read(caller, reply, asked, (found) => ({
      accounts: found.map((one) => this.replyOf(one, query, caller)),
      ...warningsOf(
        [...caller.warnings, ...warningsOfExceeded('accounts', found)],
        caller.language,
      ),
    }));
  }

  @Get(`${accountsPath}/:id`)
  @SignedRoute(accountReading, {
    id: 'getAccount',
    summary: 'One account that the PSU consented to',
    query: AccountsParameters,
    answers: { 200: { says: 'The account.', schema: 'OneAccountReply' } },
    refuses: [401, 404],
  })
  account(
    @Param('id') id: string,
    @Query() query: AccountsParameters,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OneAccountReply> {
    const route = `${accountsPath}/:id`;
    const asked = { of: 'accounts', route, id, counts: countsOf(query) } as const;
    return this.access.readOne(caller, reply, asked, (one) => ({
      account: this.replyOf(one, query, caller),
      ...warningsOf(caller.warnings, caller.language),
    }));
  }

  @Get(`${accountsPath}/:id/balances`)
  @SignedRoute(accountReading, {
    id: 'getBalances',
    summary: 'The balances of an account',
    answers: { 200: { says: 'The balances.', schema: 'BalancesReply' } },
    refuses: [401, 404],
  })
  balances(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BalancesReply> {
    const route = `${accountsPath}/:id/balances`;
    const asked = { of: 'accounts', route, id, counts: ['balances'] } as const;
    return this.access.readOne(caller, reply, asked, ({ account }) => ({
      account: accountNumbersOf(account),
      balances: balancesOf(account, dayInOslo(this.edge.now(caller))),
      ...warningsOf(caller.warnings, caller.language),
    }));
  }

  private replyOf(
    { account, resourceId, exceededUntil }: Read<'accounts'>,
    query: AccountsParameters,
    caller: Caller,
  ) {
    const { corporateId = null } = caller;
    const { bic } = this.edge.settings.profile;
    const balancesDay =
      exceededUntil === undefined ? dayOf(query, this.edge.now(caller)) : undefined;
    const shown = { resourceId, corporateId, ...defined({ bic, balancesOf: balancesDay }) };
    return accountReplyOf(account, shown);
  }
}

/** Balances count, the accounts themselves do not (specification 8). */
export function countsOf({ withBalance }: AccountsParameters): readonly 'balances'[] {
  return withBalance === 'true' ? ['balances'] : [];
}

/** The day of the balances in Oslo, where balances are asked for. */
export function dayOf({ withBalance }: AccountsParameters, now: Date): string | undefined {
  return withBalance === 'true' ? dayInOslo(now) : undefined;
}
