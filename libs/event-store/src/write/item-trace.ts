import type { Root, RootMark } from './root.js';
import type { RowWrite } from '@nordgate/decider';

/** What one item of a slice touched and wants to write. */
export class ItemTrace {
  readonly rows: RowWrite[] = [];
  readonly #marks = new Map<Root, RootMark>();

  constructor(readonly key: string) {}

  /** Notes that the item depends on this root, and where the root stood before. */
  touch(root: Root): void {
    if (!this.#marks.has(root)) this.#marks.set(root, root.mark());
  }

  /** The roots whose unwritten events this item made or saw. */
  pendingRoots(): Root[] {
    return [...this.#marks.keys()].filter((root) => root.pending().length > 0);
  }

  /** Whether the append will find out about all that the item saw: it writes to each of its streams. */
  writesAllItSaw(): boolean {
    const saw = [...this.#marks.keys()];
    return saw.length > 0 && saw.every((root) => root.pending().length > 0);
  }

  /** The ids of the commands that caused events within this item. */
  commandIds(): Set<string> {
    const ids = new Set<string>();
    for (const [root, mark] of this.#marks) {
      for (const { command } of root.pending().slice(mark.pending)) ids.add(command.id);
    }
    return ids;
  }

  /** Puts all roots back to where they stood. */
  undo(): void {
    for (const [root, mark] of this.#marks) root.reset(mark);
  }
}
