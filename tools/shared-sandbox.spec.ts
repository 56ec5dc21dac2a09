import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each TPP has its world in a sandbox (ADR 56): what says that a sandbox or its reset is that of all TPPs is not true. */
const untrue: readonly RegExp[] = [
  /\ball TPPs share (it|them|the)\b/i,
  /\bsandbox\b[^.]*\bfor (all|every)( TPPs?| who use)/i,
  /\b(resets?|known\s+state)\b[^.]*\bfor (all TPPs|all who use)/i,
  /\bresets (the|a) (whole|test) (sandbox|bank)/i,
  /\bshared sandbox\b/i,
  /\bInitialiseSandbox\b/,
  /\bnumber of resets\b/i,
];

/** Pages of the past, and a sandbox with a core, which has one world. */
const left = ['CHANGELOG.md', 'docs/adr/', 'tools/shared-sandbox.spec.ts'];

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => /\.(ts|mjs|md|eta|json|ya?ml|bru)$/.test(path))
  .filter((path) => !left.some((one) => path.startsWith(one)))
  .filter((path) => existsSync(join(root, path)) && path !== 'package-lock.json');

const untrueIn = (text: string) => untrue.flatMap((one) => one.exec(text)?.[0] ?? []);

it('finds sentences about a sandbox that all TPPs share', () => {
  for (const text of [
    'The test data of this sandbox. All TPPs share it.',
    'Resets the sandbox first, for all who use it.',
    'The first one puts the sandbox into its\nknown state, with its test customers, for all TPPs.',
  ]) {
    expect(untrueIn(text)).not.toEqual([]);
  }
  expect(untrueIn('Resets the test data of the TPP first. Other TPPs keep theirs.')).toEqual([]);
});

it('no text says that all TPPs share a sandbox or its reset', () => {
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((path) =>
    untrueIn(readFileSync(join(root, path), 'utf8')).map(
      (text) => `${path}: ${text.slice(0, 120)}`,
    ),
  );
  expect(found).toEqual([]);
});
