import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredName, metricsIn } from './expressions.js';
import type { Recording } from './rule-files.js';

/** A condition of a selector, such as `le="0.3"`. */
export interface Matcher {
  /** Empty for a selector by `__name__`. */
  readonly metric: string;
  readonly label: string;
  /** The values that the condition names; empty for a pattern such as `2..`. */
  readonly values: readonly string[];
}

/** The conditions of all selectors of a PromQL expression. */
export function matchersIn(expr: string): readonly Matcher[] {
  return [...expr.matchAll(/([a-zA-Z_:][\w:]*)?\{([^}]*)\}/g)].flatMap(
    ([, metric = '', conditions = '']) =>
      [...conditions.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
        ([, label = '', operator = '', value = '']) => ({
          metric,
          label,
          values: operator.endsWith('~') ? alternativesOf(value) : [value],
        }),
      ),
  );
}

/** The plain alternatives of a pattern. A dot is plain as `[.]` only. */
function alternativesOf(pattern: string): readonly string[] {
  return pattern
    .split('|')
    .filter((one) => /^(?:[\w/:-]|\[[.]\])+$/.test(one))
    .map((one) => one.replaceAll('[.]', '.'));
}

/** The labels that an expression groups or joins by. */
export function groupingIn(expr: string): readonly string[] {
  const lists = expr.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g);
  return [...lists].flatMap(([, list = '']) => list.split(',').map((one) => one.trim()));
}

/** The labels that a legend or an annotation shows. */
export function shownIn(template: string): readonly string[] {
  const names = template.matchAll(/\{\{\s*(?:\$labels\.)?([a-zA-Z_]\w*)\s*\}\}/g);
  return [...names].map(([, label = '']) => label);
}

/** What a metric has in its series. */
export interface DeclaredLabels {
  readonly labels: readonly string[];
  /** The values of the labels that have a closed list. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** Labels that a scrape adds to every series. */
export const scrapeLabels = ['job', 'app', 'instance'] as const;

const page = join(import.meta.dirname, '../../../docs/reference/telemetry.md');

/** The metrics of docs/reference/telemetry.md with their labels, as Prometheus writes them. */
export function declaredLabels(): ReadonlyMap<string, DeclaredLabels> {
  const text = readFileSync(page, 'utf8');
  const attributes = new Map(
    rowsUnder(text, 'Attributes').map(([name = '', , value = '']) => [
      quotedIn(name)[0] ?? '',
      quotedIn(value),
    ]),
  );
  return new Map(
    rowsUnder(text, 'Metrics').map(([name = '', , labels = '', , what = '']) => {
      const names = quotedIn(labels);
      const values = names.map((label) => {
        const known = [...quotedIn(what), ...(attributes.get(label) ?? [])];
        return [prometheusName(label), known] as const;
      });
      const declared = {
        labels: names.map(prometheusName),
        values: Object.fromEntries(values.filter(([, known]) => known.length > 0)),
      };
      return [quotedIn(name)[0] ?? '', declared] as const;
    }),
  );
}

/** The labels of a recorded series: those that its rule groups by, and those that it sets. */
export function recordedLabels({ expr, labels = {} }: Recording): readonly string[] {
  return [...groupingIn(expr).filter((one) => one !== 'le'), ...Object.keys(labels)];
}

/** The labels that any metric of an expression has, and those that `label_replace` makes. */
export function labelsOf(
  expr: string,
  known: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const labels = (name: string) => known.get(name) ?? known.get(declaredName(name)) ?? [];
  const made = [...expr.matchAll(/"(\w+)", "\$\d+", "\w+"/g)].map(([, label = '']) => label);
  return new Set([...metricsIn(expr).flatMap(labels), ...made]);
}

function rowsUnder(text: string, heading: string): readonly (readonly string[])[] {
  const part = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const lines = part.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => line.split('|').slice(1, -1));
}

function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

function prometheusName(attribute: string): string {
  return attribute.replaceAll('.', '_');
}
