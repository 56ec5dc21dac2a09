import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A section of `docs/operations/incidents.md`. */
export interface RunbookSection {
  readonly heading: string;
  /** The end of its address, as Markdown pages have it. */
  readonly anchor: string;
  /** The alerts of its line `Alerts:`, where several share the section. */
  readonly alerts: readonly string[];
  /** The PromQL expressions of its code blocks. */
  readonly queries: readonly string[];
  /** The arguments of its operator commands. */
  readonly commands: readonly (readonly string[])[];
}

const page = join(import.meta.dirname, '../../../docs/operations/incidents.md');

/** All sections of the runbook in the order of the page. */
export function runbookSections(): readonly RunbookSection[] {
  const [, ...sections] = readFileSync(page, 'utf8').split(/^## /m);
  return sections.map(sectionOf);
}

function sectionOf(text: string): RunbookSection {
  const [heading = ''] = text.split('\n');
  const [, alerts = ''] = /^Alerts: (.+)$/m.exec(text) ?? [];
  const blocks = [...text.matchAll(/^```promql\n(.+?)^```/gms)];
  const commands = [...text.matchAll(/^\$ npm run -s operator -- (.+)$/gm)];
  return {
    heading,
    anchor: heading.toLowerCase().replaceAll(' ', '-'),
    alerts: [...alerts.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    queries: blocks.flatMap(([, block = '']) => block.trimEnd().split('\n')),
    commands: commands.map(([, line = '']) => argumentsIn(line)),
  };
}

/** The words of a command line; double quotes keep words together. */
function argumentsIn(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}
