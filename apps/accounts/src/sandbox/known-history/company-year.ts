import type { PostingDetails } from '@nordgate/contracts/events';
import { nameOf } from './calendar.js';
import type { Year } from './calendar.js';
import { Draw } from './draw.js';
import { movement, transfer } from './movement.js';
import type { Movement } from './movement.js';
import { bbanOfParty, kidOf } from './parties.js';
import { billOf } from './person-year.js';

/** An organisation of the sandbox, and its business. */
export interface Company {
  /** Names the organisation in the seeds of the draws. */
  readonly number: string;
  readonly running: string;
  readonly payroll: string;
  /** Its size, in percent of a small company. */
  readonly size: number;
  readonly employees: number;
}

/** Shares of banking days with a payment of a customer and with a bill of a supplier, in percent. */
const [customerPercent, supplierPercent] = [62, 34] as const;

const suppliers = [
  ...['Sandbox Engros AS', 'Sandbox Transport AS', 'Sandbox Kontor AS'],
  ...['Sandbox Verksted AS', 'Sandbox Reklame AS'],
];

/** What an organisation takes in and pays in a year, in the order of the days. */
export function companyYear(company: Company, year: Year): readonly Movement[] {
  const monthly = year.months.flatMap((month) => monthOfCompany(company, month, year));
  const daily = year.days
    .filter((day) => year.isBankingDay(day))
    .flatMap((day) => tradedOn(company, day));
  return [...monthly, ...daily]
    .filter(({ day }) => year.has(day))
    .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
}

function tradedOn(company: Company, day: string): readonly Movement[] {
  const draw = new Draw(`${company.number}/${day}`);
  const paid = draw.isWithin(customerPercent) ? [customerPayment(company, day, draw)] : [];
  const bought = draw.isWithin(supplierPercent) ? [supplierBill(company, day, draw)] : [];
  return [...paid, ...bought];
}

/** A customer pays an invoice with its payment reference. */
function customerPayment({ running, size }: Company, day: string, draw: Draw): Movement {
  const debtorName = `Sandbox Kunde ${String(draw.between(1, 40))} AS`;
  const ore = sized(draw.between(450_000, 3_900_000), size);
  const details: PostingDetails = {
    debtorName,
    debtorAccount: { bban: bbanOfParty(debtorName) },
    remittanceInformationStructuredArray: [{ reference: kidOf(draw), referenceType: 'SCOR' }],
    bankTransactionCode: 'PMNT-RCDT-DMCT',
  };
  return movement(day, { account: running, ore, details });
}

/** The bill of a supplier; also what an organisation has pending. */
export function supplierBill({ running, size }: Company, day: string, draw: Draw): Movement {
  const details = billOf(draw.pick(suppliers), kidOf(draw));
  const ore = -sized(draw.between(290_000, 2_400_000), size);
  return movement(day, { account: running, ore, details });
}

function monthOfCompany(company: Company, month: string, year: Year): readonly Movement[] {
  const { running, size } = company;
  const draw = new Draw(`${company.number}/${month}`);
  const bill = (day: number, name: string, from: number, to: number): Movement => {
    const ore = -sized(draw.between(from, to), size);
    return movement(year.billDay(month, day), {
      account: running,
      ore,
      details: billOf(name, kidOf(draw)),
    });
  };
  const isEven = Number(month.slice(5)) % 2 === 0;
  const fee: PostingDetails = {
    remittanceInformationUnstructured: `Gebyr ${nameOf(month)}`,
    bankTransactionCode: 'PMNT-MDOP-CHRG',
  };
  return [
    movement(year.billDay(month, 2), {
      account: running,
      ore: -draw.between(12_000, 48_000),
      details: fee,
    }),
    bill(3, 'Sandbox Næringsbygg AS', 1_950_000, 1_950_000),
    bill(8, 'Sandbox Regnskap AS', 420_000, 690_000),
    // Value added tax is for two months, and the taxes on wages in the months between.
    isEven
      ? bill(10, 'Sandbox Merverdiavgift', 2_900_000, 5_400_000)
      : bill(15, 'Sandbox Skattetrekk', 5_200_000, 6_900_000),
    ...wages(company, month, year.payday(month, 12), draw),
    bill(18, 'Sandbox Mobil', 190_000, 380_000),
    bill(20, 'Sandbox Strøm', 260_000, 740_000),
  ];
}

/** The running account pays the wages into the payroll account, which pays the employees. */
function wages(
  { running, payroll, employees, number }: Company,
  month: string,
  day: string,
  draw: Draw,
): readonly Movement[] {
  const amounts = Array.from({ length: employees }, () => draw.between(2_650_000, 3_950_000));
  const ore = amounts.reduce((sum, one) => sum + one, 0);
  const text = `Lønn ${nameOf(month)}`;
  const paid = amounts.map((amount, at) => {
    const creditorName = `Sandbox Ansatt ${String(at + 1)}`;
    const creditorAccount = { bban: bbanOfParty(`${number}/${creditorName}`) };
    const remittance = { remittanceInformationUnstructured: text };
    const code = { bankTransactionCode: 'PMNT-ICDT-SALA' };
    const details = { creditorName, creditorAccount, ...remittance, ...code };
    return movement(day, { account: payroll, ore: -amount, details });
  });
  return [transfer(day, { from: running, to: payroll, ore, text }), ...paid];
}

function sized(ore: number, size: number): number {
  return Math.round((ore * size) / 100);
}
