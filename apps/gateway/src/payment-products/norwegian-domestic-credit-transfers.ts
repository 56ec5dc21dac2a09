import type { PaymentProduct } from './products.js';

const product = 'norwegian-domestic-credit-transfers';

/** NDCT: single and periodic (specification 4.2, 4.4). */
export const domesticCreditTransfers: readonly PaymentProduct[] = [
  {
    service: 'payments',
    product,
    kind: 'payment',
    bodyType: 'SinglePaymentInitiation',
    hiddenBeforeApproval: true,
  },
  {
    service: 'periodic-payments',
    product,
    kind: 'periodic',
    bodyType: 'PeriodicPaymentInitiation',
    hiddenBeforeApproval: false,
  },
];
