import type { PeriodicPaymentInitiation } from './periodic-payment-initiation.js';
import type { SigningBasketCreation } from './signing-basket-creation.js';
import type { SinglePaymentInitiation } from './single-payment-initiation.js';

/** A single payment with every member the specification names: an example for readers and tests. */
export const exampleSinglePayment: SinglePaymentInitiation = {
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
  creditorAgent: { bic: 'NDGTNO22', name: 'Nordgate Bank' },
  debtorAccount: { bban: '97104133219', currency: 'NOK' },
  ultimateDebtor: 'Åse Ødegård',
  remittanceInformationUnstructured: 'Faktura 2030-117',
  purposeCode: 'SUPP',
  endToEndIdentification: 'E2E-2030-117',
  instructionIdentification: 'INSTR-1',
  requestedExecutionDate: '2030-03-15',
};

/** A standing order of varying months. */
export const examplePeriodicPayment: PeriodicPaymentInitiation = {
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

/** A basket of two payments. */
export const exampleBasket: SigningBasketCreation = {
  paymentIds: ['aP-4e0f1c2d3b5a69788796a5b4c3d2e1f0', 'aP-0f1e2d3c4b5a69788796a5b4c3d2e1f0'],
};
