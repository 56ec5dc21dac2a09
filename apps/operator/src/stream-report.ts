import type { StreamDetails } from '@nordgate/contracts/commands';

/** A stream for a person: what traces have of it, and each event with its data below it. */
export function streamReport({ stream, correlation, events }: StreamDetails): string {
  const shown = events.map(({ version, type, at, actor, traceId, data }) =>
    [
      `${String(version)} ${type}  ${at}  ${actor}${traceId === undefined ? '' : `  trace ${traceId}`}`,
      ...indented(data).map((line) => `    ${line}`),
    ].join('\n'),
  );
  return [`stream ${stream}\nnordgate.correlation ${correlation}`, ...shown].join('\n\n');
}

/** JSON as lines of `name: value`; members of a member are indented, elements of a list have a dash. */
export function indented(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [wordOf(value)];
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => ['-', item] as const)
    : Object.entries(value).map(([name, item]) => [`${name}:`, item as unknown] as const);
  return entries.flatMap(([label, item]) => {
    const lines = indented(item);
    const isPlain = typeof item !== 'object' || item === null;
    if (isPlain) return [`${label} ${lines[0] ?? ''}`];
    if (lines.length === 0) return [`${label} ${Array.isArray(item) ? '[]' : '{}'}`];
    return [label, ...lines.map((line) => `  ${line}`)];
  });
}

/** A text with a line break or at the edge of being misread keeps its quotes. */
function wordOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'undefined';
  return /^[^\s"'{[-][^\n\r]*$/.test(value) ? value : JSON.stringify(value);
}
