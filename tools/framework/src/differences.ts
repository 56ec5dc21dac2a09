import type { Fields } from './fields.js';
import { kinds } from './interface-facts.js';
import type { FactKind, InterfaceFacts, OperationFacts } from './interface-facts.js';

/** Which of the two interfaces has something. */
export type Side = 'framework' | 'nordgate';

/** Something that one of the interfaces has and the other has not. */
export interface Difference {
  readonly kind:
    | 'operation'
    | 'message code'
    | FactKind
    | `value of a ${FactKind}`
    | `value of an ${FactKind}`;
  readonly only: Side;
  readonly name: string;
  /** The operation with verb and path; for an operation and a message code the same as the name. */
  readonly where: string;
}

/**
 * Compares two interfaces. What is inside an operation or a member that only one of them has is not told again.
 */
export function differencesOf(framework: InterfaceFacts, nordgate: InterfaceFacts): Difference[] {
  const sides = { framework, nordgate } as const;
  const found: Difference[] = [];
  for (const only of ['framework', 'nordgate'] as const) {
    const [here, there] = [sides[only], sides[only === 'framework' ? 'nordgate' : 'framework']];
    for (const [key, operation] of here.operations) {
      const other = there.operations.get(key);
      const shown = framework.operations.get(key)?.shown ?? operation.shown;
      const where = `${key.split(' ')[0] ?? ''} ${shown}`;
      if (!other) found.push({ kind: 'operation', only, name: where, where });
      else found.push(...insideOf(operation, other, only, where));
    }
    for (const code of here.codes) {
      if (!there.codes.has(code))
        found.push({ kind: 'message code', only, name: code, where: code });
    }
  }
  return found;
}

function insideOf(
  here: OperationFacts,
  there: OperationFacts,
  only: Side,
  where: string,
): Difference[] {
  return kinds.flatMap((kind) => {
    const [own, other] = [here.facts.get(kind), there.facts.get(kind)] as [Fields, Fields];
    return [...own].flatMap(([name, values]): Difference[] => {
      const theirs = other.get(name);
      if (!theirs)
        return hasParent(name, other) && isTold(kind, name, here, there)
          ? [{ kind, only, name, where }]
          : [];
      // Message codes are compared with their status.
      if (values.size === 0 || theirs.size === 0 || name.endsWith('Messages.code')) return [];
      const more = [...values].filter((value) => !theirs.has(value));
      return more.map((value) => ({
        ...{ kind: valueOf(kind), only, where },
        name: `${name}: ${value}`,
      }));
    });
  });
}

const valueOf = (kind: FactKind) =>
  /^[aeiou]/.test(kind) ? (`value of an ${kind}` as const) : (`value of a ${kind}` as const);

/** A member of a member that the other interface lacks as well is not told again. */
function hasParent(name: string, other: Fields): boolean {
  const parent = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  return parent === '' || other.has(parent);
}

/** That a header is required counts only where both interfaces have the header. */
function isTold(
  kind: FactKind,
  name: string,
  here: OperationFacts,
  there: OperationFacts,
): boolean {
  if (!kind.startsWith('required ')) return true;
  const plain = kind.slice('required '.length) as FactKind;
  return here.facts.get(plain)?.has(name) === true && there.facts.get(plain)?.has(name) === true;
}
