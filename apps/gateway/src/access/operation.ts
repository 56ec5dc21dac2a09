import type { Psd2Role } from '@nordgate/signature';

/**
 * What an operation demands of a request; every route declares one. `initiation`: a payment or
 * basket is made (specification 4.3 in full). `reading`: status and details of such a resource.
 * `accountAccess`: on behalf of a PSU, who may be unknown yet. `service`: the TPP's own headers only.
 */
export interface Operation {
  readonly kind: 'initiation' | 'reading' | 'accountAccess' | 'service';
  /** The PSD2 role that the certificate needs; none for the TPP's own matters. */
  readonly role?: Psd2Role;
  /** Digest is required besides any other body rule (specification 4.1, 4.2). */
  readonly digestRequired?: boolean;
  /** PSU-ID may be missing at first contact; initiations then need PSU-Context. */
  readonly firstContact?: boolean;
}

export const paymentInitiation: Operation = {
  kind: 'initiation',
  role: 'PSP_PI',
  digestRequired: true,
  firstContact: true,
};
export const basketCreation: Operation = { kind: 'initiation', role: 'PSP_PI' };
export const paymentReading: Operation = { kind: 'reading', role: 'PSP_PI' };
/** What happens to a payment or basket after its initiation: cancelled, or authorised once more. */
export const paymentChange: Operation = { kind: 'accountAccess', role: 'PSP_PI' };
/** `/v1/user` serves a PISP that is no AISP as well (specification 4.4). */
export const userReading: Operation = { kind: 'accountAccess', firstContact: true };
/** Reads of accounts on behalf of a PSU, and what begins with them: first contact included. */
export const accountReading: Operation = {
  kind: 'accountAccess',
  role: 'PSP_AI',
  firstContact: true,
};
/** What the TPP does with a consent that it has asked for. */
export const consentReading: Operation = { kind: 'reading', role: 'PSP_AI' };
export const sandboxService: Operation = { kind: 'service' };
