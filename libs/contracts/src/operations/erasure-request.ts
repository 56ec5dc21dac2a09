import type { Justified } from './operation-fields.js';
import type { Changing, OfService } from './service-request.js';
import type { SubjectTerm } from './subject-request.js';

/** Erases what a service holds of one customer and no law keeps (GDPR, Article 17). */
export interface EraseSubjectRequest extends OfService, Changing, Justified {
  readonly name: 'EraseSubject';
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
}

/** A stream or table from which something is erased, and the steps in their order: types of commands, and deletions. */
export interface ErasedRecord {
  readonly id: string;
  readonly steps: readonly string[];
}

/** Records of one kind that are erased, or that end now and are kept until their term. */
export interface ErasedKind {
  readonly kind: string;
  readonly does: 'goes' | 'ends';
  readonly records: readonly ErasedRecord[];
}

/** A record that is kept. */
export interface KeptRecord {
  readonly id: string;
  /** The day from which on it is deleted, YYYY-MM-DD; absent while it has not ended, and where no rule has an end. */
  readonly heldUntil?: string;
}

/** Records of one kind that are kept. */
export interface KeptKind {
  readonly kind: string;
  /** Why the bank holds it. */
  readonly purpose: string;
  readonly held: SubjectTerm;
  readonly records: readonly KeptRecord[];
}

/** A kind of data that is not searched: it repeats what is kept, or has ids only. */
export interface KeptCopy {
  readonly kind: string;
  readonly why: string;
  readonly until: string;
}

/** What a service answers to `EraseSubject`: one page. Of a dry run: what it would do. */
export interface SubjectErasure {
  readonly service: OfService['service'];
  readonly customerId: string;
  readonly dryRun: boolean;
  /** Only kinds with a record. */
  readonly erased: readonly ErasedKind[];
  /** Streams that are forgotten, and whose earlier events a reader has not passed: the sweep of retention deletes them. */
  readonly waiting: readonly string[];
  /** Streams that somebody used meanwhile: they have to be erased again. */
  readonly changed: readonly string[];
  /** Only kinds with a record. */
  readonly kept: readonly KeptKind[];
  /** Kinds that may have data or ids of the customer, whether or not they do. Empty before the last page. */
  readonly copies: readonly KeptCopy[];
  /** By which the next page and the other services find the customer; ids and hashes of account numbers. */
  readonly keys: string;
  /** Where the next page begins; absent on the last page. */
  readonly next?: string;
}
