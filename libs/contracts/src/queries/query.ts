/**
 * A question to one service. The answer's type rides along for the compiler only. Subclasses are
 * plain data: they cross process boundaries as JSON under their class name. Each one names its
 * `service`, checks its `fields` and stands in the list of `query-types.ts`.
 */
export abstract class ServiceQuery<Answer> {
  declare readonly answer: Answer;
}

/** Which service answers which question; see the `queries` tables. */
export type QueriedService = 'payments' | 'baskets' | 'sca' | 'accounts';
