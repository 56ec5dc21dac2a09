import { say } from '@nordgate/local/tool';
import { changedDecisions } from './changed-decisions.js';
import { decideAgain } from './decide-again.js';
import { readHistory } from './history.js';
import { reportOnReplay } from './replay-report.js';

const usage = `npm run replay -- FILE...

Makes every decision of recorded histories again with the deciders of this release (docs/reference/nothing-lost.md). The exit
code is 1 when one differs, and docs/reference/changed-decisions.json does not name its rule.`;

async function main(files: readonly string[]): Promise<void> {
  if (files.length === 0 || files.includes('--help')) return say(usage);
  const entries = changedDecisions();
  for (const file of files) {
    const history = await readHistory(file);
    const { text, unnamed } = reportOnReplay(history, decideAgain(history), entries);
    say(`${file}: ${text}`);
    if (unnamed.length > 0) process.exitCode = 1;
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
