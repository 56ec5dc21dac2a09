import type { BankProfile } from '@nordgate/contracts/profile';

/** A bank that executes periodic payments, too, with a cut-off of one product. */
export const aProfile: BankProfile = {
  environment: 'production',
  products: [
    {
      name: 'norwegian-domestic-credit-transfers',
      services: ['payments', 'periodic-payments', 'bulk-payments'],
      cutOff: '14:00',
    },
    { name: 'cross-border-credit-transfers', services: ['payments'] },
    { name: 'instant-norwegian-domestic-credit-transfers-straks', services: ['payments'] },
  ],
  dates: { structuredAddressesFrom: '2031-01-01' },
};
