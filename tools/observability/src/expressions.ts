const keywords = new Set([
  ...['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring'],
  ...['group_left', 'group_right', 'offset', 'bool', 'inf', 'nan'],
]);

/** The variables of Grafana with the values that a viewer has at first; the interval is that of a live run. */
const firstValues = { $__rate_interval: '30s', $app: '.+' };

/** An expression of a panel as Grafana sends it. */
export function asSent(expr: string): string {
  return Object.entries(firstValues).reduce(
    (text, [name, value]) => text.replaceAll(name, value),
    expr,
  );
}

/** The names of the metrics in a PromQL expression, recorded ones included. */
export function metricsIn(expr: string): readonly string[] {
  const bare = expr
    .replace(/"(?:\\.|[^"\\])*"/g, '""')
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .replace(/\boffset\s+\w+/g, ' ');
  const names = [...bare.matchAll(/(?<![\w:.$])([a-zA-Z_:][\w:]*)(?!\w*\s*\()/g)]
    .map(([, name = '']) => name)
    .filter((name) => !keywords.has(name.toLowerCase()));
  return [...new Set(names)];
}

/** The name that a source declares: without the suffix of a series of a histogram. */
export function declaredName(metric: string): string {
  return metric.replace(/_(bucket|sum|count)$/, '');
}
