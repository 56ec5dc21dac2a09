import type { CurrencyExchange, PostingDetails, SignedAmount } from '@nordgate/contracts/events';
import type { Draw } from './draw.js';
import type { Leg } from './movement.js';
import { kroner } from './movement.js';
import { abroad, onCredit } from './parties.js';
import type { Merchant, MerchantAbroad } from './parties.js';

/** Where a person lives and uses cards. */
export interface Shopper {
  readonly account: string;
  readonly town: string;
  /** How much this person spends, in percent of the merchants' amounts. */
  readonly spends: number;
}

/** A purchase with the card of a current account. */
export function debitPurchase(
  { account, town, spends }: Shopper,
  merchant: Merchant,
  day: string,
  draw: Draw,
): Leg {
  const details: PostingDetails = {
    creditorName: merchant.name,
    remittanceInformationUnstructured: `Varekjøp ${merchant.name} ${town} ${day}`,
    bankTransactionCode: 'PMNT-CCRD-POSD',
  };
  return { account, ore: -priceAt(merchant, spends, draw), details };
}

/** A purchase abroad with the card of a current account. */
export function debitPurchaseAbroad({ account, spends }: Shopper, day: string, draw: Draw): Leg {
  const merchant = draw.pick(abroad);
  const { converted, original, exchange } = exchanged(merchant, spends, day, draw);
  const { name, townName, country } = merchant;
  const details: PostingDetails = {
    creditorName: name,
    remittanceInformationUnstructured: `Varekjøp ${name} ${townName} ${country} ${original.amount.slice(1)} ${original.currency}`,
    bankTransactionCode: 'PMNT-CCRD-POSD',
    currencyExchange: [exchange],
  };
  return { account, ore: -converted, details };
}

/** A credit card: its account, and what its number shows. */
export interface CreditCard extends Shopper {
  readonly maskedPan: string;
}

/** A purchase by credit card, a third of them abroad. */
export function creditPurchase(card: CreditCard, day: string, draw: Draw): Leg {
  const isAbroad = draw.isWithin(33);
  return isAbroad ? purchaseAbroad(card, day, draw) : purchaseAtHome(card, day, draw);
}

function purchaseAtHome(card: CreditCard, day: string, draw: Draw): Leg {
  const merchant = draw.pick(onCredit);
  const ore = -priceAt(merchant, card.spends, draw);
  const original = { currency: 'NOK', amount: kroner(ore) };
  const address = { townName: card.town, country: 'NO' };
  return {
    account: card.account,
    ore,
    details: {
      bankTransactionCode: 'PMNT-CCRD-POSD',
      card: { ...useOf(card, merchant, day, original), cardAcceptorAddress: address },
    },
  };
}

/** The bank adds this to an amount in another currency. */
const markupPerMille = 17.5;

function purchaseAbroad(card: CreditCard, day: string, draw: Draw): Leg {
  const merchant = draw.pick(abroad);
  const { converted, original, exchange } = exchanged(merchant, card.spends, day, draw);
  const markup = Math.round((converted * markupPerMille) / 1000);
  const { townName, country } = merchant;
  return {
    account: card.account,
    ore: -(converted + markup),
    details: {
      bankTransactionCode: 'PMNT-CCRD-POSD',
      currencyExchange: [exchange],
      card: {
        ...useOf(card, merchant, day, original),
        cardAcceptorAddress: { townName, country },
        markupFee: { currency: 'NOK', amount: kroner(-markup) },
        markupFeePercentage: (markupPerMille / 10).toFixed(2),
      },
    },
  };
}

function useOf(
  { maskedPan }: CreditCard,
  { name, category }: Merchant,
  day: string,
  originalAmount: SignedAmount,
) {
  return {
    transactionDate: day,
    originalAmount,
    cardAcceptorId: `${category}${String(name.length).padStart(4, '0')}`,
    merchantCategoryCode: category,
    maskedPan,
    transactionDetails: name,
  };
}

function priceAt({ from, to }: Merchant, spends: number, draw: Draw): number {
  return Math.round((draw.between(from, to) * spends) / 100);
}

function exchanged(merchant: MerchantAbroad, spends: number, day: string, draw: Draw) {
  const price = priceAt(merchant, spends, draw);
  // The rate of a day differs by up to two percent.
  const rate = Math.round((merchant.rate * draw.between(9_800, 10_200)) / 10_000);
  const exchange: CurrencyExchange = {
    sourceCurrency: merchant.currency,
    exchangeRate: (rate / 10_000).toFixed(4),
    unitCurrency: merchant.currency,
    targetCurrency: 'NOK',
    quotationDate: day,
  };
  const original: SignedAmount = { currency: merchant.currency, amount: kroner(-price) };
  return { converted: Math.round((price * rate) / 10_000), original, exchange };
}
