import { Controller, Get } from '@nestjs/common';
import { AccountsParameters } from '@nordgate/contracts/http';
import type { AccountsReply } from '@nordgate/contracts/http';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.js';
import { CurrentCaller, SignedRoute } from '../../access/route.js';
import { accountReading } from '../../access/route-requirements.js';
import { AccountAccess } from './account-access.js';

const route = '/v1/accounts';

/** GET /v1/accounts: the accounts that the PSU consented to (specification 4.4). */
@Controller()
export class AccountsController {
  constructor(
    private readonly edge: Edge,
    private readonly access: AccountAccess,
  ) {}

  @Get(route)
  @SignedRoute(accountReading, {
    id: 'getAccounts',
    summary: 'The accounts that the PSU consented to',
    query: AccountsParameters,
    answers: { 200: { says: 'The accounts.', schema: 'AccountsReply' } },
    refuses: [401],
  })
  async accounts(@CurrentCaller() caller: Caller): Promise<AccountsReply> {
    const { accounts, context } = await this.access.readable(caller, route);
    return {
      accounts: accounts.map(({ accountId, iban, bban, currency, name, cashAccountType }) => ({
        // A UUID has as many hexadecimal digits as a stream id.
        resourceId: this.edge.publicId('account', accountId.replaceAll('-', ''), caller),
        iban,
        bban,
        currency,
        name,
        cashAccountType,
        usage: context.context === 'PRIVATE' ? 'PRIV' : 'ORGA',
        ownerName: context.name,
      })),
    };
  }
}
