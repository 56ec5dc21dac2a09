import type { Difference, Side } from './differences.js';

/** A row of `differences.json`: differences that belong together, and why they are. */
export interface Declaration {
  readonly kind: Difference['kind'];
  readonly only: Side;
  /** Names; `*` stands for any text. Each of them has to exist. */
  readonly names: readonly string[];
  /** Operations, by verb and path, if the row is not for all of them; `*` stands for any text. */
  readonly where?: readonly string[];
  /** In words for a TPP's developer. */
  readonly reason: string;
  /** The day since which the row stands there. */
  readonly since: string;
}

/** What a comparison says of the declarations. Both lists are empty when all is well. */
export interface Verdict {
  readonly undeclared: readonly Difference[];
  /** Names, or operations, of a row that no difference has. */
  readonly stale: readonly string[];
}

/** Judges differences by the declarations. */
export function judge(
  differences: readonly Difference[],
  declarations: readonly Declaration[],
): Verdict {
  const undeclared = differences.filter((one) => !declarations.some((row) => isOf(row, one)));
  const stale = declarations.flatMap((row) => {
    const ofRow = differences.filter((one) => isOf(row, one));
    const unmatched = [
      ...row.names.filter((name) => !ofRow.some((one) => fits(name, one.name))),
      ...(row.where ?? []).filter((where) => !ofRow.some((one) => fits(where, one.where))),
    ];
    return unmatched.map((name) => `${row.kind}, only ${row.only}: ${name}`);
  });
  return { undeclared, stale };
}

function isOf({ kind, only, names, where = ['*'] }: Declaration, one: Difference): boolean {
  return (
    kind === one.kind &&
    only === one.only &&
    names.some((name) => fits(name, one.name)) &&
    where.some((operation) => fits(operation, one.where))
  );
}

function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(text);
}
