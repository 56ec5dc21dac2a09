/** A list of facts that others decide and change: where it comes from, and when somebody last compared it. */
export interface DatedList {
  /** The publication that the list repeats. */
  readonly source: string;
  /** The day of the last comparison with the publication, YYYY-MM-DD. */
  readonly comparedOn: string;
}
