import { createSecretKey } from 'node:crypto';
import { readPublicAgreement } from '@nordgate/contracts/rules';
import type { IdKeys } from '@nordgate/contracts/rules';
import { anInitiator } from './an-authorisation.js';

/** The keys of the ids that TPPs get. */
export const idKeys: IdKeys = {
  current: 'A',
  keys: { A: createSecretKey(Buffer.alloc(32, 3)) },
};

/** The agreement that the TPP's PSU-Corporate-ID in a redirect names. */
export function agreementIn(query: Record<string, string>, tpp = anInitiator().tpp) {
  return readPublicAgreement(query['psu-corporate-id'] ?? '', tpp, idKeys);
}
