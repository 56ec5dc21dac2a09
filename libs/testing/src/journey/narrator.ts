/** Tells what a journey does, and stops it where an answer is not what it should be. */
export interface Narrator {
  /** A numbered part of the journey. */
  part(title: string): void;
  /** One thing that was done and what came back. */
  step(what: string, result: string): void;
}

/** The journey did not get the answer that the bank promises. */
export class JourneyFailed extends Error {
  override readonly name = 'JourneyFailed';
}

/** Throws JourneyFailed unless it holds. */
export function demand(holds: boolean, promise: string, seen: unknown): asserts holds {
  if (!holds) throw new JourneyFailed(`${promise}; seen: ${inspect(seen)}`);
}

function inspect(seen: unknown): string {
  return (typeof seen === 'string' ? seen : JSON.stringify(seen)).slice(0, 600);
}
