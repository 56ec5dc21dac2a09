import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { fundsConfirmation } from '@nordgate/contracts/http';
import type { FundsConfirmation, FundsReply } from '@nordgate/contracts/http';
import { exchangeRatesOf } from '@nordgate/contracts/profile';
import { GetFunds } from '@nordgate/contracts/queries';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { readBodyWithAccounts } from '../../request/request-body.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { fundsConfirming } from '../../request/route-requirements.js';
import { fault, RequestError } from '../../reply/request-error.js';
import { AccountAccess } from '../accounts/account-access.service.js';
import type { ExchangeRates } from '@nordgate/contracts/codes';

const asking = { method: 'POST', route: '/v1/funds-confirmations' } as const;

/** POST /v1/funds-confirmations (Berlin Group framework 1.3; rulings: accounts). */
@Controller()
export class FundsConfirmationController {
  constructor(
    private readonly edge: Edge,
    private readonly access: AccountAccess,
  ) {}

  /**
   * A yes or no tells something of the balance, so the questions without the PSU are bounded: with enough of
   * them a TPP would find the balance itself.
   */
  @Post(asking.route)
  @HttpCode(200)
  @SignedRoute(fundsConfirming, {
    id: 'confirmFunds',
    summary: 'Whether an account has the funds for an amount',
    body: fundsConfirmation,
    answers: { 200: { says: 'Whether it has.', schema: 'FundsReply' } },
    refuses: [401, 429],
  })
  async confirm(
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FundsReply> {
    const { profile } = this.edge.settings;
    const { value } = await readBodyWithAccounts(fundsConfirmation, bytes, caller, this.edge);
    const funds = await this.fundsFor(value, caller);
    const { currency } = value.instructedAmount;
    const isAnswered = funds !== null && isConvertible(funds, currency, exchangeRatesOf(profile));
    const asked = { isAnswered, ...(funds !== null && { accountId: funds.accountId }) };
    await this.access.requireFundsAccess(caller, reply, asking, asked);
    if (isAnswered) return { fundsAvailable: funds.isAvailable };
    const path = '/instructedAmount/currency';
    throw new RequestError([fault('FORMAT_ERROR', 'funds.notConvertible', path, { currency })]);
  }

  /** Null for an account that the bank does not have under all the numbers and the currency of the body. */
  private async fundsFor({ account, instructedAmount }: FundsConfirmation, { generation }: Caller) {
    const { iban = null, bban = null, currency } = account;
    const { amount, currency: asked } = instructedAmount;
    const world = generation === 0 ? undefined : generation;
    const query = new GetFunds({ iban, bban }, amount, asked, world);
    const funds = await this.edge.queries.ask(query);
    return (currency ?? funds?.currency) === funds?.currency ? funds : null;
  }
}

/**
 * Whether the bank can compare an amount in a currency with the funds of an account: by the rates with which it
 * executes payments. A core system may keep its rates to itself: then they are undefined.
 */
export function isConvertible(
  { currency: ofAccount, isConvertible: isByLedger = true }: NonNullable<GetFunds['answer']>,
  currency: string,
  rates: ExchangeRates | undefined,
): boolean {
  return currency === ofAccount || (rates !== undefined && isByLedger);
}
