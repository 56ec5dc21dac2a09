import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { fundsConfirmation } from '@nordgate/contracts/http';
import type { FundsConfirmation, FundsReply } from '@nordgate/contracts/http';
import { GetAccountAccess, GetFunds } from '@nordgate/contracts/queries';
import type { AccountAccessAnswer } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.js';
import { readBodyWithAccounts } from '../../access/request-body.js';
import { CurrentCaller, SignedRoute } from '../../access/route.js';
import { fundsConfirming } from '../../access/route-requirements.js';
import { fault, RequestError } from '../../reply/request-error.js';
import { AccountAccess } from '../accounts/account-access.js';

const asking = { method: 'POST', route: '/v1/funds-confirmations' } as const;

/** POST /v1/funds-confirmations (Berlin Group framework 1.3; rulings: accounts). */
@Controller()
export class FundsConfirmationController {
  constructor(
    private readonly edge: Edge,
    private readonly access: AccountAccess,
  ) {}

  /**
   * The grant comes before the account, so a TPP without any grant of the PSU does not learn which
   * accounts exist.
   */
  @Post(asking.route)
  @HttpCode(200)
  @SignedRoute(fundsConfirming, {
    id: 'confirmFunds',
    summary: 'Whether an account has the funds for an amount',
    body: fundsConfirmation,
    answers: { 200: { says: 'Whether it has.', schema: 'FundsReply' } },
    refuses: [401],
  })
  async confirm(@Body() bytes: unknown, @CurrentCaller() caller: Caller): Promise<FundsReply> {
    const { value } = await readBodyWithAccounts(fundsConfirmation, bytes, caller, this.edge);
    const answer = await this.grantOf(caller);
    if (answer.access !== 'allowed') throw await this.access.refusalOf(answer, caller, asking);
    const funds = await this.fundsFor(value);
    if (!answer.accounts.includes(funds.accountId)) {
      throw await this.access.redirect(caller, asking, 'CONSENT_UNKNOWN');
    }
    return { fundsAvailable: funds.isAvailable };
  }

  private grantOf(caller: Caller): Promise<AccountAccessAnswer> {
    const { tpp, psuId = '', corporateId = null, tppSessionId = '', generation } = caller;
    const letter = this.edge.settings.ids.current;
    return this.edge.queries.ask(
      new GetAccountAccess(
        ...([tpp, psuId, corporateId, tppSessionId, 'funds', generation, letter, null] as const),
      ),
    );
  }

  /** Throws RequestError, RESOURCE_UNKNOWN with 400, for an account that the bank does not have. */
  private async fundsFor({ account, instructedAmount }: FundsConfirmation) {
    const { iban = null, bban = null, currency } = account;
    const { amount, currency: asked } = instructedAmount;
    const funds = await this.edge.queries.ask(new GetFunds({ iban, bban }, amount, asked));
    if (funds !== null && (currency ?? funds.currency) === funds.currency) return funds;
    const unknown = fault('RESOURCE_UNKNOWN', 'account.unknown', '/account');
    throw new RequestError([unknown], { status: 400 });
  }
}
