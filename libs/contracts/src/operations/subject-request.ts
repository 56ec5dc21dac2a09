import type { OfService } from './service-request.js';

/** What a service holds of one customer, for the letter of that customer (GDPR, Article 15). */
export interface ShowSubjectRequest extends OfService {
  readonly name: 'ShowSubject';
  /**
   * the id of the customer at the bank: 1 to 64 letters, digits, hyphens and underscores, in a sandbox with the
   * generation of its world (`.3`)
   *
   * @pattern ^[A-Za-z0-9_-]{1,64}([.][1-9][0-9]{0,9})?$
   */
  readonly customerId: string;
  /**
   * the keys of the customer that other services have answered, separated by spaces; absent at first
   *
   * @pattern ^(id|account|psu):[0-9a-f.-]{32,60}( (id|account|psu):[0-9a-f.-]{32,60}){0,499}$
   */
  readonly keys?: string;
  /**
   * where the page before ended, as its answer has it; absent for the first page
   *
   * @pattern ^[0-9]{1,20}[.][0-9]{1,20}$
   */
  readonly place?: string;
  /** true: the answer has personal data and no masks but those for other people */
  readonly reveal: true;
  /**
   * a text of 1 to 200 printable characters
   *
   * @pattern ^[^\p{C}]{1,200}$
   */
  readonly reason?: string;
}

/** How long something is held, and by which rule. */
export interface SubjectTerm {
  /** In words. */
  readonly rule: string;
  /** Calendar months after the end, where the profile has a number. */
  readonly months?: number;
  /** The member of the profile with the number. */
  readonly member?: string;
}

/** A TPP that has got or sent something. */
export interface SubjectRecipient {
  /** organizationIdentifier */
  readonly id: string;
  readonly name?: string;
}

/** One thing that a service holds: a stream with its events, or a row of a table. */
export interface SubjectRecord {
  readonly id: string;
  /** ISO 8601. Absent for a row without a time. */
  readonly since?: string;
  /** The day from which on it is deleted, YYYY-MM-DD; absent while it has not ended, and where no rule has an end. */
  readonly heldUntil?: string;
  readonly recipients: readonly SubjectRecipient[];
  /** The events of a stream in their order. */
  readonly events?: readonly SubjectEvent[];
  /** The columns of a row. */
  readonly row?: unknown;
}

export interface SubjectEvent {
  readonly version: number;
  readonly type: string;
  readonly at: string;
  readonly data: unknown;
}

/** The records of one kind. */
export interface SubjectSection {
  readonly kind: string;
  readonly purpose: string;
  readonly source: string;
  readonly held: SubjectTerm;
  readonly records: readonly SubjectRecord[];
}

/** What a service answers to `ShowSubject`: one page. */
export interface SubjectPage {
  readonly service: OfService['service'];
  readonly customerId: string;
  /** Only kinds with a record. */
  readonly sections: readonly SubjectSection[];
  /** By which the next page and the other services find the customer; ids and hashes of account numbers. */
  readonly keys: string;
  /** Where the next page begins; absent on the last page. */
  readonly next?: string;
}
