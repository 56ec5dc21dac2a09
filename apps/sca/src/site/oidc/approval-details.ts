import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { CreditorInstruction } from '@nordgate/contracts/http';
import { isBulk } from '@nordgate/contracts/events';
import type { ApprovablePayment } from '@nordgate/contracts/queries';
import { approvalText } from '../challenge/sca-method.js';
import type { Approval } from '../challenge/sca-method.js';
import { totalsOf } from '../content/totals.js';

/** One element of `authorization_details` (RFC 9396, section 2). */
export interface ApprovalDetail {
  readonly type: string;
  readonly actions: readonly [string];
  /** The hash of everything that the PSU approves. */
  readonly identifier: string;
  readonly instructedAmount?: { readonly currency: string; readonly amount: string };
  readonly creditorName?: string;
  readonly creditorAccount?: CreditorInstruction['creditorAccount'];
  /** How many payments a sum is of; absent for a single payment. */
  readonly numberOfTransactions?: number;
}

/**
 * The hash of the content of an approval and of the random part of its challenge. Source: RTS on SCA,
 * Article 5.
 */
export function bindingOf(approval: Approval): string {
  const content = JSON.stringify(['oidc', approval.nonce ?? '', approvalText(approval)]);
  return createHash('sha256').update(content).digest('base64url');
}

/** What is approved: the kind of page (`action`) and the payments that the proof approves. */
export interface DetailedContent {
  readonly action: string;
  readonly approved: readonly ApprovablePayment[];
}

/**
 * What the provider has to show and to grant: one detail for each payment, one for each sum of a bulk
 * payment, and one when there is no payment.
 */
export function detailsOf(
  type: string,
  approval: Approval,
  { action, approved }: DetailedContent,
): readonly ApprovalDetail[] {
  const base = { type, actions: [action], identifier: bindingOf(approval) } as const;
  if (approved.length === 0) return [base];
  return approved.flatMap(({ instruction }): ApprovalDetail[] => {
    if (!isBulk(instruction)) {
      const { instructedAmount, creditorName, creditorAccount } = instruction;
      return [{ ...base, instructedAmount, creditorName, creditorAccount }];
    }
    const numberOfTransactions = instruction.payments.length;
    return totalsOf([instruction]).map(([currency, amount]) => ({
      ...base,
      instructedAmount: { currency, amount },
      numberOfTransactions,
    }));
  });
}

/**
 * The hash of a list of details: the same for any order of the members and of the details. Undefined for
 * what is not a list or has no canonical form (RFC 8785).
 */
export function hashOfDetails(details: unknown): string | undefined {
  if (!Array.isArray(details)) return undefined;
  try {
    const texts = details.map((one: unknown) => canonicalize(one) ?? '').sort();
    return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
  } catch {
    return undefined;
  }
}
