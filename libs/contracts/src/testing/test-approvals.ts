import { createPrivateKey, createPublicKey } from 'node:crypto';
import { UntrustedEventError } from '@nordgate/decider';
import type { DomainEvent } from '@nordgate/decider';
import type { AuthorisationFinalised } from '../authorisations/sca-events.v1.js';
import type { PaymentInstruction } from '../base/values/payment-instruction.v2.js';
import { instructionHash } from '../execution/instruction-hash.js';
import { sealOf, sealStateOf } from '../authorisations/approval-seal.js';
import type {
  Approval,
  CheckApproval,
  SealingKey,
  SealKeys,
} from '../authorisations/approval-seal.js';

/** The first bytes of an Ed25519 private key in DER (RFC 8410); its seed of 32 bytes follows. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function keyFrom(id: string, seed: number): SealingKey {
  const bytes = Buffer.concat([pkcs8, Buffer.alloc(32, seed)]);
  return { id, key: createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' }) };
}

/** The key of sca in tests, the same in every process of a test. */
export const testApprovalKey = keyFrom('test', 1);
/** A key that no service of a test knows. */
export const strangerApprovalKey = keyFrom('stranger', 2);

/** What the services of a test accept: approvals that are sealed with the key of sca. */
export const testApprovals: { readonly keys: SealKeys } = {
  keys: new Map([[testApprovalKey.id, createPublicKey(testApprovalKey.key)]]),
};

/** The check of these services, for pure tests of their reactions. */
export const checkTestApproval: CheckApproval = (stream, approval) => {
  const state = sealStateOf(testApprovals.keys, stream, approval);
  if (state !== 'valid') throw new UntrustedEventError(`the seal of ${stream} is ${state}`);
};

/** An approval as sca writes it on this stream. */
export function sealedApproval(
  stream: string,
  approval: Approval,
  key: SealingKey = testApprovalKey,
): Approval {
  return { ...approval, seal: sealOf(key, stream, approval) };
}

/** The event as sca writes it on this stream: an approval with its seal, any other event as it is. */
export function sealed<Event extends DomainEvent>(
  stream: string,
  event: Event,
  key: SealingKey = testApprovalKey,
): Event {
  if (!isApproval(event)) return event;
  return { ...event, data: sealedApproval(stream, event.data, key) };
}

/** An approval of one payment by one PSU, as sca writes it; every detail may be changed. */
export function sealedPayment(
  paymentId: string,
  instruction: PaymentInstruction,
  changes: Partial<Approval> = {},
): { readonly stream: string; readonly event: AuthorisationFinalised } {
  const stream = `authorisation-of-${paymentId}-${changes.customerId ?? 'customer-1'}`;
  const approval: Approval = {
    resource: { kind: 'payment', paymentId },
    ...{ customerId: 'customer-1', psuId: 'psu-1', context: 'PRIVATE', declined: [] },
    approved: [{ paymentId, hash: instructionHash(instruction) }],
    at: '2030-03-01T09:05:00.000Z',
    ...changes,
  };
  const data = sealedApproval(stream, approval);
  return { stream, event: { type: 'AuthorisationFinalised', data } };
}

function isApproval(event: DomainEvent): event is AuthorisationFinalised {
  return event.type === 'AuthorisationFinalised';
}
