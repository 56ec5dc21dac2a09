import type { TracedSpan } from '@nordgate/contracts/commands';
import { aboutOf, traceTree } from '@nordgate/contracts/rules';

/** The tree as lines: name, service, what it was about, start, duration and a bar on the time line of the trace. */
export function treeText(spans: readonly TracedSpan[]): readonly string[] {
  const rows = traceTree(spans);
  const named = rows.map(({ span, depth }) => ({
    name: `${'  '.repeat(depth)}${span.name}${span.failed ? ' FAILED' : ''}`,
    about: aboutOf(span),
  }));
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));
  const nameWidth = widest(named.map(({ name }) => name));
  const serviceWidth = widest(rows.map(({ span }) => span.service));
  const aboutWidth = widest(named.map(({ about }) => about));
  return rows.map(({ span, offsetMs, from, to }, i) => {
    const { name = '', about = '' } = named[i] ?? {};
    const cells = [name.padEnd(nameWidth), span.service.padEnd(serviceWidth)];
    const times = [msText(offsetMs), msText(span.durationMs)];
    return [...cells, about.padEnd(aboutWidth), ...times, barOf(from, to)].join('  ').trimEnd();
  });
}

const msText = (ms: number) => `${ms.toFixed(1).padStart(7)} ms`;

const barWidth = 24;

function barOf(from: number, to: number): string {
  const begin = Math.min(barWidth - 1, Math.floor(from * barWidth));
  const end = Math.min(barWidth, Math.max(begin + 1, Math.ceil(to * barWidth)));
  return ' '.repeat(begin) + '█'.repeat(end - begin);
}
