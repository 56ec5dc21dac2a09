import { visit } from 'jsonc-parser';
import type { BodyPath } from './json-pointer.js';

/**
 * Where a JSON text names a member a second time within one object, in document order.
 * Names are compared as JSON reads them, so an escape hides nothing.
 */
export function duplicateMembers(text: string): BodyPath[] {
  const places: BodyPath[] = [];
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (name, _offset, _length, _line, _column, pathSupplier) => {
      const seen = open.at(-1);
      if (seen?.has(name)) places.push([...pathSupplier(), name]);
      seen?.add(name);
    },
  });
  return places;
}
