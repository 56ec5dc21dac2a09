// `npm run test:secrets`: searches the files that git knows for keys, tokens and passwords, by the rules of
// `.secretlintrc.json`. `.secretlintignore` has the exceptions with their reasons.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runStages } from './run-stages.mjs';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'])
  .toString()
  .split('\0')
  .filter((path) => path !== '' && existsSync(path));

await runStages(
  [{ name: 'secrets', command: 'secretlint', args: ['--no-glob', '--maskSecrets', ...files] }],
  [`${files.length} files searched`],
);
