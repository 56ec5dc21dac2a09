import { ServiceQuery } from '../base/message/query.js';

/** The address that a TPP registered for operational notices. */
export interface TppContact {
  readonly tppId: string;
  readonly email: string;
  /** Since when, ISO 8601. */
  readonly since: string;
}

/** The contact of a TPP; null for a TPP without one. */
export class GetTppContact extends ServiceQuery<TppContact | null> {
  static readonly service = 'accounts';
  constructor(
    readonly tpp: string,
    readonly generation: number,
  ) {
    super();
  }
}

/** The contacts of the TPPs that are not stopped on a day, ordered by id. */
export class ListTppContacts extends ServiceQuery<readonly TppContact[]> {
  static readonly service = 'accounts';
  /** @param today in Europe/Oslo, YYYY-MM-DD */
  constructor(readonly today: string) {
    super();
  }
}

/** A TPP that the bank's operator has stopped. */
export interface StoppedTpp {
  readonly tppId: string;
  /** The last day of the stop in Oslo, YYYY-MM-DD; without it there is no end. */
  readonly until?: string;
  readonly reason: string;
  /** Since when, ISO 8601. */
  readonly since: string;
}

/** Who is stopped on a day (Oslo, YYYY-MM-DD), ordered by id. */
export class ListStoppedTpps extends ServiceQuery<readonly StoppedTpp[]> {
  static readonly service = 'accounts';
  constructor(readonly today: string) {
    super();
  }
}
