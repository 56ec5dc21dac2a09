import type { BulkPaymentInitiation } from '../payments/bulk-payment.js';
import type { PeriodicPaymentInitiation } from '../payments/periodic-payment.js';
import type {
  CrossBorderPaymentInitiation,
  SepaPaymentInitiation,
  SinglePaymentInitiation,
} from '../payments/single-payments.js';

/** A single payment with nearly every member that there is. */
export const domesticSingle: SinglePaymentInitiation = {
  instructedAmount: { amount: '1250.50', currency: 'NOK' },
  creditorName: 'Fjellheim Sykler AS',
  creditorAccount: { bban: '86011117947', iban: 'NO9386011117947', currency: 'NOK' },
  creditorAddress: {
    street: 'Storgata',
    buildingNumber: '12 B',
    postalCode: '7014',
    townName: 'Trondheim',
    country: 'NO',
  },
  creditorAgent: 'NDGTNO22',
  creditorAgentName: 'Nordgate Bank',
  debtorAccount: { bban: '97104133219', currency: 'NOK' },
  ultimateDebtor: 'Åse Ødegård',
  ultimateCreditor: 'Fjellheim Finans AS',
  remittanceInformationUnstructured: 'Faktura 2030-117',
  purposeCode: 'SUPP',
  endToEndIdentification: 'E2E-2030-117',
  instructionIdentification: 'INSTR-1',
  requestedExecutionDate: '2030-03-15',
  chargeBearer: 'SLEV',
};

/** A standing order of varying months, with a KID. */
export const domesticPeriodic: PeriodicPaymentInitiation = {
  instructedAmount: { amount: '399', currency: 'NOK' },
  creditorName: 'Solsiden Trening AS',
  creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
  debtorAccount: { bban: '97104133219', currency: 'NOK' },
  remittanceInformationStructuredArray: [{ reference: '2345676', referenceType: 'SCOR' }],
  startDate: '2030-03-01',
  endDate: '2031-03-01',
  frequency: 'MonthlyVariable',
  monthsOfExecution: [1, 2, 9],
  dayOfExecution: '31',
  executionRule: 'preceeding',
};

/** Two wages from one account. */
export const domesticBulk: BulkPaymentInitiation = {
  debtorAccount: { bban: '97104133219', currency: 'NOK' },
  payments: [
    {
      instructedAmount: { amount: '31200', currency: 'NOK' },
      creditorName: 'Ingrid Solberg',
      creditorAccount: { bban: '86011117947', currency: 'NOK' },
      remittanceInformationUnstructured: 'Lønn mars',
      purposeCode: 'SALA',
    },
    {
      instructedAmount: { amount: '28750.25', currency: 'NOK' },
      creditorName: 'Jonas Berg',
      creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
      remittanceInformationStructuredArray: [{ reference: '2345676' }],
      endToEndIdentification: 'LONN-2030-03-2',
    },
  ],
  batchBookingPreferred: true,
  paymentInformationId: 'LONN-2030-03',
  requestedExecutionDate: '2030-03-15',
};

/** Kroner that arrive within seconds. */
export const instantSingle: SinglePaymentInitiation = {
  instructedAmount: { amount: '249', currency: 'NOK' },
  creditorName: 'Ola Nordmann',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  debtorAccount: { bban: '97104133219', currency: 'NOK' },
  remittanceInformationUnstructured: 'Takk for middagen',
};

/** Euros to Germany, reported to the register of currency transactions. */
export const sepaSingle: SepaPaymentInitiation = {
  instructedAmount: { amount: '89.90', currency: 'EUR' },
  creditorName: 'Buchhandlung am Markt GmbH',
  creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
  creditorAddress: { street: 'Marktplatz', postalCode: '28195', townName: 'Bremen', country: 'DE' },
  creditorAgent: 'COBADEFFXXX',
  debtorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
  remittanceInformationStructuredArray: [{ reference: 'RF18539007547034', referenceType: 'SCOR' }],
  endToEndIdentification: 'E2E-2030-118',
  requestedExecutionDate: '2030-03-15',
  chargeBearer: 'SLEV',
  regulatoryReportingCode: '14',
  regulatoryReportingInformation: 'Purchase of books',
  regulatoryReportingAmount: { amount: '89.90', currency: 'EUR' },
};

/** Dollars to an account without IBAN, urgently. */
export const crossBorderSingle: CrossBorderPaymentInitiation = {
  instructedAmount: { amount: '4200.00', currency: 'USD' },
  creditorName: 'Harbour Marine Supplies Inc',
  creditorAccount: { bban: '021000021123456789', currency: 'USD' },
  creditorAddress: { street: 'Pier Road', townName: 'Boston', country: 'US' },
  creditorAgent: 'BOFAUS3N',
  creditorAgentName: 'Bank of the Harbour',
  debtorAccount: { bban: '97104133219', currency: 'NOK' },
  remittanceInformationUnstructured: 'Order 5531',
  requestedExecutionDate: '2030-03-15',
  chargeBearer: 'SHAR',
  serviceLevel: 'URGP',
  regulatoryReportingCode: '14',
  regulatoryReportingInformation: 'Marine equipment',
};
