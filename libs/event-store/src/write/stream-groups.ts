/** Streams that share their fate, found by joining whatever one item or one key touched. */
export class StreamGroups {
  /** Union-find over labels and streams. */
  readonly #parent = new Map<string, string>();
  readonly #streams = new Set<string>();
  readonly #numbers = new Map<string, number>();
  /** The streams by leader, until the next tie: every item of a slice asks for its own. */
  #members: Map<string, string[]> | undefined;

  /** Joins streams under a label; labels that share a stream become one group. */
  tie(label: string, streams: readonly string[]): void {
    this.#members = undefined;
    for (const stream of streams) {
      this.#streams.add(stream);
      const [a, b] = [this.#leaderOf(labelNode(label)), this.#leaderOf(stream)];
      if (a !== b) this.#parent.set(b, a);
    }
  }

  /** The number of a stream's group, from 1. */
  numberOf(stream: string): number {
    const leader = this.#leaderOf(stream);
    const number = this.#numbers.get(leader) ?? this.#numbers.size + 1;
    this.#numbers.set(leader, number);
    return number;
  }

  /** All streams of a label's group; none when the label was never tied to one. */
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

/** Labels and stream ids live in one map and may be equal texts. */
function labelNode(label: string): string {
  return `\u001flabel:${label}`;
}
