import { readFile } from 'node:fs/promises';

/** The build writes this copy of the tutorial (tools/copy-assets.mjs). Tests read it from the build, too. */
const tutorialFile = new URL('../../dist/description/first-payment.md', import.meta.url);

/** Where a sandbox serves the tutorial. */
export const tutorialPath = '/docs/first-payment.md';

/** The page of the first payment, as it is in the documentation. */
export function readTutorial(): Promise<string> {
  return readFile(tutorialFile, 'utf8');
}

/** The sections of the tutorial that the description begins with. */
const repeated = ['Test customers', 'Magic values'];

/** What the description of a sandbox begins with, in Markdown: the way to the tutorial, and the tables that a first try needs. */
export function startHere(tutorial: string): string {
  const sections = tutorial.split(/^(?=## )/m);
  const parts = repeated.flatMap((title) =>
    sections.filter((section) => section.startsWith(`## ${title}\n`)),
  );
  return [
    '# Start here',
    '',
    `[Your first payment as a TPP](${tutorialPath}) leads from an empty folder to an approved payment, in curl and in Python, in ten minutes.`,
    'It signs with the demo certificate that the first start of the sandbox wrote. `POST /v1/sandbox/initialize` makes the test customers.',
    '',
    ...parts.map(withoutPages),
    '# Rules of every request',
    '',
    '',
  ].join('\n');
}

/** Pages of the documentation are not at the gateway: their links stay as plain words. */
function withoutPages(section: string): string {
  return section.replace(/\[([^[\]]+)\]\((?:\.\.\/|#)[^()]*\)/g, '$1');
}
