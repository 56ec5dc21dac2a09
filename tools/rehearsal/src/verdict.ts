import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Verdict } from '@nordgate/chaos/law';
import type { OldStreams, Service } from '@nordgate/chaos/evidence';
import type { IssuedPem } from '@nordgate/signature/issue';

/** The streams of before as JSON has them. */
type ListedStreams = Readonly<Record<keyof OldStreams, readonly string[]>>;

/** What the checker needs of a bank at rest, as JSON: it runs with the code of the release that runs last. */
export interface CheckInput {
  readonly databaseUrls: Readonly<Record<Service, string>>;
  readonly bootstrap: readonly string[];
  readonly historyFile: string;
  readonly gatewayUrl: string;
  readonly identity: IssuedPem;
  /** The PSU of the load: a GET of a payment needs the session. */
  readonly psu: { readonly psuId: string; readonly tppSessionId: string };
  /** The streams that were there before the load. */
  readonly before: Readonly<Record<Service, ListedStreams>>;
  /** Where the verdict is written. */
  readonly verdictFile: string;
}

/** A member of a release that the release before does not write: the relay of either may have published. */
export const memberOfTheNewVersion = 'channel';

/** The laws that a rehearsal checks: no run of the batch executes anything here. */
export const checkedLaws: ReadonlySet<string> = new Set([
  ...['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7', 'L8'],
]);

const checkMsMax = 600_000;

/**
 * Checks the laws with the code of a release.
 *
 * @throws Error with the output of the checker when it cannot judge
 */
export async function verdictOf(
  release: string,
  folder: string,
  input: CheckInput,
): Promise<Verdict> {
  const file = join(folder, 'check.json');
  writeFileSync(file, JSON.stringify(input), { mode: 0o600 });
  const program = join(release, 'tools', 'rehearsal', 'dist', 'check.js');
  const options = { timeout: checkMsMax, env: { PATH: process.env['PATH'] } };
  await promisify(execFile)(process.execPath, [program, file], options).catch((error: unknown) => {
    const { stderr = '' } = error as { readonly stderr?: string };
    throw new Error(
      `the checker cannot judge: ${stderr.trim().split('\n').slice(0, 6).join('\n')}`,
    );
  });
  return JSON.parse(readFileSync(input.verdictFile, 'utf8')) as Verdict;
}
