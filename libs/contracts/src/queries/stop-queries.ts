import { isText } from './query-fields.js';
import type { QueryFields } from './query-fields.js';
import { ServiceQuery } from './query.js';

/** A TPP that the bank's operator keeps out. */
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
  static readonly fields: QueryFields<ListStoppedTpps> = { today: isText };
  constructor(readonly today: string) {
    super();
  }
}
