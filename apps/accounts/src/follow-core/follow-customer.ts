import type { AccountCommands } from '@nordgate/contracts/commands';
import type { AgreementReport, CustomerReport } from '@nordgate/contracts/core';
import type { AgreementEvent, CustomerEvent, CustomerType } from '@nordgate/contracts/events';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision, Facts } from '@nordgate/decider';
import type { Agreement, SignedAgreement } from '../domain/agreement.js';
import type { Customer } from '../domain/customer.js';
import { contentOf } from '../domain/entry.js';

type FollowCustomer = CommandOf<AccountCommands, 'FollowCustomer'>;
type FollowAgreement = CommandOf<AccountCommands, 'FollowAgreement'>;

const numberLength: Readonly<Record<CustomerType, number>> = { PRIVATE: 11, CORPORATE: 9 };

/** Whether a report comes after the last one that its stream has followed. */
export function isNews(
  sequence: number,
  { coreSequence = 0 }: { readonly coreSequence?: number },
): boolean {
  return sequence > coreSequence;
}

/**
 * Registers, changes or removes a customer as the core reports. A report without anything new is no event: a core may report
 * all its customers every night. Refuses FORMAT_ERROR a number that is not of the customer's type, and CONFLICT a number that
 * another customer has.
 */
export function followCustomer(
  { stream, data: { report, sequence }, meta: { at } }: FollowCustomer,
  customer: Customer,
  { holderOf }: Facts,
): Decision<CustomerEvent> {
  if (!isNews(sequence, customer.is === 'none' ? {} : customer)) return nothing;
  if (report.hasEnded === true) {
    if (customer.is !== 'registered') return nothing;
    return [{ type: 'CustomerRemoved', data: { coreSequence: sequence, at } }];
  }
  const { customerNumber, customerType } = report;
  const known = ofCustomer(report);
  if (customer.is === 'registered' && contentOf(known) === contentOf(ofCustomer(customer))) {
    return nothing;
  }
  const path = '/customerNumber';
  if (customerNumber.length !== numberLength[customerType]) return refuse('FORMAT_ERROR', { path });
  const holder = holderOf({ scope: 'customer-number', key: customerNumber });
  if (holder !== undefined && holder !== stream) return refuse('CONFLICT', { path });
  return [{ type: 'CustomerRegistered', data: { ...known, coreSequence: sequence, at } }];
}

/** What the core says of a customer. */
function ofCustomer(customer: Omit<CustomerReport, 'hasEnded'>) {
  const { customerId, customerNumber, customerType, name } = customer;
  const { address, identifiers, isBlocked } = customer;
  return defined({
    customerId,
    customerNumber,
    customerType,
    name,
    address,
    identifiers,
    isBlocked,
  });
}

/**
 * Signs, changes or ends an agreement as the core reports, where the report has something new. Its owner and its people may be
 * reported later: until then nobody can use it.
 */
export function followAgreement(
  { data: { report, sequence }, meta: { at } }: FollowAgreement,
  agreement: Agreement,
): Decision<AgreementEvent> {
  if (!isNews(sequence, agreement.is === 'none' ? {} : agreement)) return nothing;
  if (report.hasEnded === true) {
    if (agreement.is !== 'signed') return nothing;
    return [{ type: 'AgreementEnded', data: { coreSequence: sequence, at } }];
  }
  const isKnown = agreement.is === 'signed';
  if (isKnown && contentOf(ofAgreement(report)) === contentOf(ofAgreement(agreement)))
    return nothing;
  const { agreementId, ownerId, name, signers, engagements } = report;
  const known = { agreementId, ownerId, name, signers, engagements };
  return [{ type: 'AgreementSigned', data: { ...known, coreSequence: sequence, at } }];
}

/** What the core says of an agreement. */
function ofAgreement(agreement: AgreementReport | SignedAgreement) {
  const { agreementId, ownerId, name, signers, engagements } = agreement;
  return { agreementId, ownerId, name, signers, engagements };
}
