import type { ScaSettings } from '../../sca.settings.js';
import { sandboxCodeMethod } from './sandbox-code.js';
import type { ScaMethod } from './sca-method.js';

/**
 * The method of an environment. Throws for production: a code on the page proves nothing of the
 * customer, so a bank has to bring its own method before real money can move.
 */
export function scaMethodOf({
  environment,
  keys,
}: Pick<ScaSettings, 'environment' | 'keys'>): ScaMethod {
  if (environment !== 'sandbox') {
    throw new Error('there is no SCA method for production: the sandbox code is no proof');
  }
  return sandboxCodeMethod(keys.code);
}
