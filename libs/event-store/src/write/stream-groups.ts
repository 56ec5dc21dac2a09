/**
 * Groups of streams that are written together or not at all: streams that one item or items of one key
 * touched, directly or through others. A union-find structure.
 */
export class StreamGroups {
  /** The parent of each label and stream; a node without one leads its group. */
  readonly #parent = new Map<string, string>();
  readonly #streams = new Set<string>();
  readonly #numbers = new Map<string, number>();
  /** The streams by leader, computed once for all items of a slice and dropped by the next `tie`. */
  #members: Map<string, string[]> | undefined;

  /** Joins streams under a label, e.g. the key of an item. Labels that share a stream form one group. */
  tie(label: string, streams: readonly string[]): void {
    this.#members = undefined;
    for (const stream of streams) {
      this.#streams.add(stream);
      const [a, b] = [this.#leaderOf(labelNode(label)), this.#leaderOf(stream)];
      if (a !== b) this.#parent.set(b, a);
    }
  }

  /** The number of the stream's group, from 1. */
  numberOf(stream: string): number {
    const leader = this.#leaderOf(stream);
    const number = this.#numbers.get(leader) ?? this.#numbers.size + 1;
    this.#numbers.set(leader, number);
    return number;
  }

  /** All streams of the label's group; empty when the label was never tied to a stream. */
  streamsOf(label: string): readonly string[] {
    this.#members ??= Map.groupBy(this.#streams, (stream) => this.#leaderOf(stream));
    return this.#members.get(this.#leaderOf(labelNode(label))) ?? [];
  }

  #leaderOf(node: string): string {
    let leader = node;
    for (;;) {
      const parent = this.#parent.get(leader) ?? leader;
      if (parent === leader) break;
      leader = parent;
    }
    this.#parent.set(node, leader);
    return leader;
  }
}

/** Labels and stream ids are keys of one map and may be equal texts. */
function labelNode(label: string): string {
  return `\u001flabel:${label}`;
}
