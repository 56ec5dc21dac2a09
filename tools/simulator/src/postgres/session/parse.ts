import { loadModule, parseSync } from 'libpg-query';
import type { TransactionStmt } from 'libpg-query';
import { kindOf, tree } from '../language/tree.js';
import { SqlError } from '../values.js';

await loadModule();

/** One statement of a text. */
export interface Statement {
  readonly kind: string;
  /** BEGIN, COMMIT and the like. */
  readonly control: TransactionStmt | undefined;
  readonly node: unknown;
  readonly text: string;
}

const parsed = new Map<string, readonly Statement[]>();

/** The statements of a text; each text is parsed once. @throws SqlError 42601 */
export function statementsOf(text: string): readonly Statement[] {
  let statements = parsed.get(text);
  if (statements === undefined) {
    statements = parse(text);
    parsed.set(text, statements);
  }
  return statements;
}

function parse(text: string): Statement[] {
  const bytes = Buffer.from(text);
  return (parsedTree(text).stmts ?? []).map(
    ({ stmt, stmt_location: start = 0, stmt_len: length }) => {
      // Places are counted in bytes; the last statement has no length.
      const end = length === undefined || length === 0 ? bytes.length : start + length;
      const node: unknown = stmt;
      const [kind, control] = [kindOf(tree(node)), tree(node).TransactionStmt];
      return { kind, control, node, text: bytes.subarray(start, end).toString().trim() };
    },
  );
}

function parsedTree(text: string) {
  try {
    return parseSync(text);
  } catch (error) {
    throw new SqlError('42601', error instanceof Error ? error.message : String(error));
  }
}
