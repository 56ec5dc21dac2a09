import { bankName } from '@nordgate/contracts/rules';
import type { OpenAuthorisation } from '../../authorisation/open-authorisation.js';
import { hashOf } from '../security/tokens.js';

/** An authorisation that the bank itself opens: what for, and in whose name. */
export type Opening = Pick<OpenAuthorisation['data'], 'resource'> & {
  readonly initiator: Omit<OpenAuthorisation['data']['initiator'], 'tppSessionId' | 'redirectUri'>;
};

/** The bank as the initiator of an authorisation. */
export const bankItself: Opening['initiator'] = { tpp: 'bank', tppName: bankName };

/** The command data of an opening: its session is the authorisation, and no TPP waits for the PSU. */
export function openingData(
  id: string,
  { initiator, resource }: Opening,
  token: string,
): OpenAuthorisation['data'] {
  return {
    resource,
    initiator: { ...initiator, tppSessionId: id, redirectUri: '' },
    tokenHash: hashOf(token),
  };
}
