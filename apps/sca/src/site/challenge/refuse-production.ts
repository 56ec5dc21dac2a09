import type { Environment } from '../../sca.settings.js';

/**
 * Throws for production. A code on the page proves nothing of the customer, and a passkey is enrolled
 * with the code: a bank has to bring the method by which it knows its customers before real money
 * can move.
 */
export function refuseProduction(environment: Environment): void {
  if (environment === 'sandbox') return;
  throw new Error(
    'there is no SCA method for production: the sandbox code is no proof, and it enrols passkeys',
  );
}
