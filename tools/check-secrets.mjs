// `npm run test:secrets`: searches the files that git knows for keys, tokens and passwords, by the rules of
// `.secretlintrc.json`. `.secretlintignore` has the exceptions with their reasons.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runStages } from './run-stages.mjs';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'])
  .toString()
  .split('\0')
  .filter((path) => path !== '' && existsSync(path));

/** secretlint measures itself: its time grows with the square of the number of files. */
const filesPerRun = 200;
const runs = Array.from({ length: Math.ceil(files.length / filesPerRun) }, (_, n) =>
  files.slice(n * filesPerRun, (n + 1) * filesPerRun),
);

await runStages(
  runs.map((some, n) => ({
    name: `part ${n + 1}`,
    command: 'secretlint',
    args: ['--no-glob', '--maskSecrets', ...some],
  })),
  [`${files.length} files searched`],
);
