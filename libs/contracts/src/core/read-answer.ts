import { mismatchOf } from '../base/message/generated-schemas.js';
import type { BalancesAnswer, TransactionAnswer, TransactionsAnswer } from './core-reads.v1.js';

/** The answers of the core about its books, by the name of their schema in `schemas/core.json`. */
export interface CoreAnswers {
  readonly BalancesAnswer: BalancesAnswer;
  readonly TransactionAnswer: TransactionAnswer;
  readonly TransactionsAnswer: TransactionsAnswer;
}

/**
 * Reads an answer of the core.
 *
 * @returns the fault of an answer that cannot be used; it repeats nothing of the answer
 */
export function readAnswer<Name extends keyof CoreAnswers>(
  name: Name,
  body: Buffer,
): { readonly answer: CoreAnswers[Name] } | { readonly fault: string } {
  const parsed = parsedJson(body);
  if (parsed === undefined) return { fault: 'it is no JSON in UTF-8' };
  const mismatch = mismatchOf('core', name, parsed.json);
  if (mismatch === undefined) return { answer: parsed.json as CoreAnswers[Name] };
  // A member that the schema does not have is named by the keyword alone: its name is of the core's making.
  const { field, keyword } = mismatch;
  return { fault: `${field === '' ? 'the answer' : field} breaks ${keyword}` };
}

/** The error of a parser repeats a part of the text, which may be of a customer. */
function parsedJson(body: Buffer): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown };
  } catch {
    return undefined;
  }
}
