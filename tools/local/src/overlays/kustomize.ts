import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchedFolder } from '../host/fetched-folder.js';
import { goProgram } from '../host/go-program.js';
import { cacheFolder, programFile, run } from '../host/programs.js';

/** The same depth in `src` and `dist`. */
const moduleFolder = fileURLToPath(new URL('../../go/', import.meta.url));
/** Earlier versions order and quote the manifests in another way. */
const oldestMinor = 5;

/** A program and its first arguments; the folder of an overlay comes after them. */
export type Kustomize = readonly [program: string, ...args: string[]];

/**
 * The command that renders an overlay: `NORDGATE_KUBECTL`, else the kubectl of the machine where its kustomize is new
 * enough, else kustomize from the cache. Go builds that at the first call, and checks every module against `go/go.sum`.
 *
 * @throws Error when there is no Go (see `goProgram`), and when the build fails
 */
export async function kustomizeCommand(
  say: (line: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<Kustomize> {
  const given = env['NORDGATE_KUBECTL'];
  if (given) return [given, 'kustomize'];
  const kubectl = programFile('kubectl', env);
  if (kubectl !== undefined && isNewEnough(kubectl)) return [kubectl, 'kustomize'];
  return [join(await builtKustomize(say, env), 'kustomize'), 'build'];
}

function isNewEnough(kubectl: string): boolean {
  let printed: string;
  try {
    printed = execFileSync(kubectl, ['version', '--client', '--output=json'], { encoding: 'utf8' });
  } catch {
    return false;
  }
  const [, major, minor] = /"kustomizeVersion": *"v(\d+)\.(\d+)/.exec(printed) ?? [];
  return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= oldestMinor);
}

async function builtKustomize(
  say: (line: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const module = readFileSync(join(moduleFolder, 'go.mod'), 'utf8');
  const sums = readFileSync(join(moduleFolder, 'go.sum'), 'utf8');
  const name = createHash('sha256').update(module).update(sums).digest('hex').slice(0, 12);
  return fetchedFolder(join(cacheFolder(env), 'kustomize', name), async (draft) => {
    const atLeast = /^go (\d+\.\d+)/m.exec(module)?.[1] ?? '';
    const go = await goProgram(atLeast, say, env);
    say('building kustomize');
    const folder = join(draft, 'kustomize');
    mkdirSync(folder);
    const args = ['build', '-trimpath', '-mod=readonly', '-ldflags=-s -w', '-o', `${folder}/`];
    await run(go, [...args, 'sigs.k8s.io/kustomize/kustomize/v5'], {
      cwd: moduleFolder,
      env: { ...env, CGO_ENABLED: '0' },
    });
    return folder;
  });
}
