import { namesIn } from './kept-tables.js';

/** What becomes of the events of a category of streams. */
export type EndOfEvents =
  /** Each stream ends, and is deleted some months later. */
  | 'end'
  /** Earlier events go, behind an event that has the whole state. */
  | 'carried forward'
  /** A stream gets no more than so many, or somebody acts by hand for each. */
  | 'bounded'
  /** They grow as long as the bank lives. */
  | 'grow';

/** What the page about personal data says of a category of streams. */
export interface KeptStream {
  /** A service, or `each`. */
  readonly service: string;
  readonly category: string;
  /** What becomes of its events, as the page has it. */
  readonly events: string;
  /** The same in terms; none where the page has no such term. */
  readonly is: readonly EndOfEvents[];
}

const eventsColumn = 5;

/** What the page calls each. A category may be two of them, by the profile. */
const terms: readonly (readonly [EndOfEvents, RegExp])[] = [
  ['end', /^end$/u],
  ['carried forward', /\bcarried forward\b/u],
  ['bounded', /^bounded by \w/u],
  ['grow', /^grow with \w/u],
];

/** The categories of streams that `docs/operations/data.md` names, from the text of the page. Throws for a page without them. */
export function keptStreamsOn(page: string): readonly KeptStream[] {
  return namesIn(page, 'Streams').map(({ service, name: category, cells }) => {
    const events = cells[eventsColumn] ?? '';
    const is = terms.flatMap(([term, form]) => (form.test(events) ? [term] : []));
    return { service, category, events, is };
  });
}

/** The line of a category of a service. */
export function keptStream(
  all: readonly KeptStream[],
  service: string,
  category: string,
): KeptStream | undefined {
  return all.find((one) => one.category === category && [service, 'each'].includes(one.service));
}
