import type { PostingDetails } from '@nordgate/contracts/events';
import { monthBefore, monthOf, nameOf } from './calendar.js';
import type { Year } from './calendar.js';
import { Draw } from './draw.js';
import { movement, netOf, transfer } from './movement.js';
import type { Leg, Movement } from './movement.js';
import { bbanOfParty, everyday, kidOf } from './parties.js';
import { creditPurchase, debitPurchase, debitPurchaseAbroad } from './purchases.js';
import type { CreditCard, Shopper } from './purchases.js';

/** A person of the sandbox, and how this person lives. Amounts in øre. */
export interface Person {
  /** Names the person in the seeds of the draws. */
  readonly number: string;
  readonly current: Shopper;
  readonly savings: string;
  readonly card: CreditCard;
  readonly employer: string;
  readonly wage: number;
  /** Day of the month. */
  readonly payday: number;
  readonly home: { readonly to: string; readonly text: string; readonly ore: number };
}

/** Share of days with a purchase by credit card, and by debit card abroad. */
const [creditPercent, abroadPercent] = [17, 2] as const;

/** What a person earns and spends in a year, in the order of the days. */
export function personYear(person: Person, year: Year): readonly Movement[] {
  const monthly = year.months.flatMap((month) => monthOfPerson(person, month, year));
  const bought = year.days.flatMap((day) => boughtOn(person, day, year));
  const credit = year.days.flatMap((day) => boughtOnCredit(person, day, year));
  const within = [...monthly, ...bought, ...credit].filter(({ day }) => year.has(day));
  const bills = year.months.flatMap((month) => cardBill(person, month, year, within));
  const interest = yearlyInterest(person, year);
  return [...within, ...bills, ...interest]
    .filter(({ day }) => year.has(day))
    .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
}

/** Wages come first, so that bills of the same day are paid from them. */
function monthOfPerson(person: Person, month: string, year: Year): readonly Movement[] {
  const { current, employer, home, wage } = person;
  const draw = new Draw(`${person.number}/${month}`);
  const { account } = current;
  const wageDay = year.payday(month, person.payday);
  const bill = (day: number, name: string, from: number, to: number): Movement => {
    const ore = -Math.round((draw.between(from, to) * current.spends) / 100);
    return movement(year.billDay(month, day), { account, ore, details: billOf(name, kidOf(draw)) });
  };
  const rent: PostingDetails = {
    creditorName: home.to,
    creditorAccount: { bban: bbanOfParty(home.to) },
    remittanceInformationUnstructured: `${home.text} ${nameOf(month)}`,
    bankTransactionCode: 'PMNT-ICDT-STDO',
  };
  return [
    movement(wageDay, { account, ore: wage, details: wageOf(employer, month) }),
    movement(wageDay, { account, ore: -home.ore, details: rent }),
    bill(5, 'Sandbox Forsikring', 72_000, 98_000),
    bill(18, 'Sandbox Treningssenter', 39_900, 39_900),
    bill(22, 'Sandbox Mobil', 32_900, 54_900),
    bill(25, 'Sandbox Strøm', 68_000, 214_000),
  ];
}

function wageOf(employer: string, month: string): PostingDetails {
  return {
    debtorName: employer,
    debtorAccount: { bban: bbanOfParty(employer) },
    remittanceInformationUnstructured: `Lønn ${nameOf(month)}`,
    additionalInformationProprietary: [`Lønnsslipp ${month}`],
    bankTransactionCode: 'PMNT-RCDT-SALA',
  };
}

/** What a bill with a payment reference shows on the statement of the one who pays it. */
export function billOf(creditorName: string, reference: string): PostingDetails {
  return {
    creditorName,
    creditorAccount: { bban: bbanOfParty(creditorName) },
    remittanceInformationStructuredArray: [{ reference, referenceType: 'SCOR' }],
    bankTransactionCode: 'PMNT-ICDT-DMCT',
  };
}

function boughtOn(person: Person, day: string, year: Year): readonly Movement[] {
  const draw = new Draw(`${person.number}/${day}`);
  const legs = everyday.flatMap(({ percent, at }): readonly Leg[] => {
    const merchant = draw.pick(at);
    if (!draw.isWithin(percent)) return [];
    return [debitPurchase(person.current, merchant, day, draw)];
  });
  const far = draw.isWithin(abroadPercent) ? [debitPurchaseAbroad(person.current, day, draw)] : [];
  return [...legs, ...far].map((leg) => movement(year.bookedAfter(day), leg));
}

function boughtOnCredit(person: Person, day: string, year: Year): readonly Movement[] {
  const draw = new Draw(`${person.number}/credit/${day}`);
  if (!draw.isWithin(creditPercent)) return [];
  return [movement(year.bookedAfter(day), creditPurchase(person.card, day, draw))];
}

/** Pays what was bought by credit card in the month before. */
function cardBill(
  person: Person,
  month: string,
  year: Year,
  known: readonly Movement[],
): readonly Movement[] {
  const billed = monthBefore(month);
  const ofMonth = known.filter(({ day }) => monthOf(day) === billed);
  const ore = -netOf(person.card.account, ofMonth);
  if (ore === 0) return [];
  const text = `Kredittkort ${nameOf(billed)}`;
  const accounts = { from: person.current.account, to: person.card.account };
  return [transfer(year.billDay(month, 20), { ...accounts, ore, text })];
}

const interestOre = 118_500;

/** Interest on savings is booked on the last day of a year. */
function yearlyInterest({ savings, current }: Person, { months }: Year): readonly Movement[] {
  return months
    .filter((month) => month.endsWith('-12'))
    .map((month) => {
      const ore = Math.round((interestOre * current.spends) / 100);
      const details: PostingDetails = {
        remittanceInformationUnstructured: `Renter ${month.slice(0, 4)}`,
        bankTransactionCode: 'PMNT-MCOP-INTR',
      };
      return movement(`${month}-31`, { account: savings, ore, details });
    });
}
