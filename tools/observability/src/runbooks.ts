import { readdirSync, readFileSync } from 'node:fs';
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

/** The folder of all runbooks. */
export const runbooksFolder = join(import.meta.dirname, '../../../docs/operations');

const page = join(runbooksFolder, 'incidents.md');

/** An operator command that a page of the folder writes. */
export interface PageCommand {
  readonly page: string;
  readonly args: readonly string[];
  /** The service that the shell function `op` of the page names. */
  readonly service?: string;
}

/**
 * The operator commands of all pages, in blocks and in the text. A placeholder gets a value of its form, and a command
 * that leaves its arguments open with `…` is left out.
 */
export function pageCommands(): readonly PageCommand[] {
  const pages = readdirSync(runbooksFolder).filter((name) => name.endsWith('.md'));
  return pages.flatMap((name) => {
    const text = readFileSync(join(runbooksFolder, name), 'utf8');
    const asked = [...text.matchAll(/npm run -s operator -- ([^`\n]+)/g)].map(
      ([, line = '']): PageCommand => ({ page: name, args: argumentsIn(filled(line)) }),
    );
    const inPod = [...text.matchAll(/^\s+op (\w+) ([^<\n]+)$/gm)].map(
      ([, service = '', line = '']): PageCommand => ({
        ...{ page: name, service, args: argumentsIn(filled(line)) },
      }),
    );
    return [...asked, ...inPod].filter(
      ({ args }) => !args.includes('…') && args[0] !== '<command>',
    );
  });
}

const placeholders: Readonly<Record<string, string>> = {
  '<service>': 'payments',
  '<id>': 'payment-a1f0c3d2e4b5968778695a4b3c2d1e0f',
  '<paymentId>': 'a1f0c3d2e4b5968778695a4b3c2d1e0f',
  '<message>': '1',
};

function filled(line: string): string {
  return line.replaceAll(/<\w+>/g, (name) => placeholders[name] ?? name);
}

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
