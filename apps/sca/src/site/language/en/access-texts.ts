import type { AccessTextName } from '@nordgate/contracts/profile';

/**
 * What the site says about the access of a TPP, by the names of the bank profile. The sentences are neutral: who
 * asks, what the TPP may see, until when, and how to end it. A bank must not comment on the access of a TPP.
 */
export type AccessTexts = { readonly [Name in AccessTextName as `access.${Name}`]: string };
