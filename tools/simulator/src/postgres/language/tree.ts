import type { Node } from 'libpg-query';
import { SqlError } from '../values.js';

type Both<T> = (T extends unknown ? (member: T) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The body of each kind of node by the name of its kind. */
export type Bodies = Both<Node>;

/** A node of libpg-query: an object with one key, which is its kind. */
export type Tree = Partial<Bodies>;

export const tree = (node: unknown): Tree => node ?? {};

/** The kind of a node, such as `SelectStmt`. */
export const kindOf = (node: Tree): string => Object.keys(node)[0] ?? 'nothing';

/** The texts of a list of strings, such as a qualified name. */
export const textsOf = (nodes: readonly unknown[] | undefined): string[] =>
  (nodes ?? []).map((node) => tree(node).String?.sval ?? '');

/** A name that may have a schema. */
export interface QualifiedName {
  readonly schema: string | undefined;
  readonly name: string;
}

export function qualifiedName(nodes: readonly unknown[] | undefined): QualifiedName {
  const texts = textsOf(nodes);
  return { schema: texts.length > 1 ? texts.at(-2) : undefined, name: texts.at(-1) ?? '' };
}

/** The error for what the model leaves out: a clear stop in place of a wrong answer. */
export const missing = (what: string): SqlError =>
  new SqlError('0A000', `the model has no ${what}`);
