/** The series of a scrape in the text format of Prometheus, each with its value. */
export function seriesIn(scrape: string): readonly string[] {
  return scrape.split('\n').filter((line) => /^\w/.test(line));
}

const id = /"[^"]*([0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{16}|\d{9})[^"]*"/;

/** Whether a label of a series holds an id: a UUID, a hash or a long number. Each id would be a series more. */
export function hasIdAsLabel(series: string): boolean {
  return id.test(series);
}
