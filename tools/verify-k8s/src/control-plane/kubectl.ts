import { spawn } from 'node:child_process';
import type { Manifest } from '../documents.js';
import type { Lifetime } from './lifetime.js';

/** What a run of kubectl printed. */
export interface KubectlResult {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** kubectl with the access to one API server. */
export class Kubectl {
  /** @param life what ends each run of kubectl */
  constructor(
    private readonly life: Lifetime,
    private readonly program: string,
    private readonly kubeconfig: string,
  ) {}

  /** Never throws because kubectl fails. @throws Error when the program is missing, and when the run ends */
  async run(args: readonly string[], input = ''): Promise<KubectlResult> {
    // Without the environment: no setting of a person leads to another cluster.
    const env = { PATH: process.env['PATH'], HOME: this.kubeconfig.replace(/[^/]+$/, '') };
    const child = this.life.start(() =>
      spawn(this.program, ['--kubeconfig', this.kubeconfig, ...args], { env }),
    );
    const printed = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text));
    // kubectl may end before it has read everything; its exit code tells why.
    child.stdin.on('error', () => undefined).end(input);
    return new Promise((done, fail) => {
      child.once('error', fail).once('close', (code) => done({ ok: code === 0, ...printed }));
    });
  }

  /**
   * Asks the server what it would do, and changes nothing. Refuses unknown fields.
   *
   * @param user whose request this is, with all rights; default: the verifier
   */
  dryRun(manifests: readonly Manifest[], user?: string): Promise<KubectlResult> {
    const as = user === undefined ? [] : [`--as=${user}`, '--as-group=system:masters'];
    return this.apply(manifests, ['--dry-run=server', ...as]);
  }

  /** Server-side apply. Each accepted manifest is one line of the standard output. */
  apply(manifests: readonly Manifest[], flags: readonly string[] = []): Promise<KubectlResult> {
    // Not as a List: kubectl leaves the fields of a list's items to its own, older validation.
    const stream = manifests.map((one) => JSON.stringify(one)).join('\n---\n');
    const always = ['--server-side', '--force-conflicts', '--validate=strict'];
    return this.run(['apply', ...always, ...flags, '-f', '-'], stream);
  }

  /** @throws Error unless the server answers with 200 */
  async raw(path: string): Promise<string> {
    const { ok, stdout, stderr } = await this.run(['get', '--raw', path]);
    if (!ok) throw new Error(`GET ${path}: ${stderr.trim()}`);
    return stdout;
  }
}
