/**
 * How much a TPP can make in the sandbox by hand. What is beyond a bound is refused with 409 CONFLICT, whose
 * text names the bound. The sandbox's known state counts towards none of them but the engagements.
 */
export const sandboxBounds = {
  /** Customers that one TPP has made. */
  customersOfTpp: 1000,
  /** Agreements that one TPP has made: the removal of a person ends the engagements in all of them. */
  agreementsOfTpp: 100,
  /** Accounts and card accounts of one customer, made by hand. */
  accountsOfCustomer: 50,
  engagementsOfAgreement: 100,
  /** Pending transactions of one account, made by hand. */
  pendingByHand: 100,
  /** Booked transactions of one account, made by hand; a correction books up to two more. */
  bookedByHand: 10_000,
} as const;

/** The text of the refusal of a booking after which an account would need more digits than an amount has. */
export const balanceBound = 'balance';

/** The name of a bound, which a refusal carries as its text. */
export type SandboxBound = keyof typeof sandboxBounds;

/** Whether the text of a refusal is the name of a bound. */
export function isSandboxBound(text: string | undefined): text is SandboxBound {
  return text !== undefined && Object.hasOwn(sandboxBounds, text);
}
