import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kubectl, KubectlResult } from './control-plane/kubectl.js';
import { readManifests } from './documents.js';
import type { Manifest } from './documents.js';
import { withOtherImages, withOtherSettings } from './later-release.js';
import type { AcceptedRequest, PlantedFault } from './planted.js';
import { podsOf } from './pods.js';
import type { Report } from './report.js';
import { repository } from './schemas/bundle.js';

/** Kinds that others need to be there: a pod its account and its priority, and everything its namespace. */
const neededByOthers = ['Namespace', 'ServiceAccount', 'PriorityClass'];
const policies = ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'];

const policyWithinMs = 30_000;
const pollMs = 500;

/** What the server says while it does not yet know the parameter of a policy. */
const isUnconfigured = (refusal: string) =>
  /failed to configure (policy|binding)|no params found/.test(refusal);

/** Renders one overlay again, and gives its manifests, its pods and planted faults to the API server. */
export class OverlayVerification {
  private readonly rendered: string;
  readonly manifests: readonly Manifest[];

  constructor(
    private readonly overlay: string,
    private readonly kubectl: Kubectl,
    private readonly report: Report,
  ) {
    const path = join(repository, 'deploy/k8s/rendered', `${overlay}.yaml`);
    this.rendered = readFileSync(path, 'utf8');
    this.manifests = readManifests(this.rendered);
  }

  /** The file begins with comments that kubectl does not write. An older kustomize may have made it. */
  async render(): Promise<void> {
    const what = `${this.overlay}: this kubectl renders the same file`;
    const folder = join(repository, 'deploy/k8s/overlays', this.overlay);
    const { ok, stdout, stderr } = await this.kubectl.run(['kustomize', folder]);
    if (!ok) return this.report.fail(what, stderr);
    const expected = this.rendered.replace(/^(#.*\n|\n)*/, '').split('\n');
    const lines = stdout.split('\n');
    const index = lines.findIndex((line, at) => line !== expected[at]);
    if (index < 0 && lines.length === expected.length) return this.report.pass(what);
    const [line, other] = [lines, expected].map((text) => text.at(index) ?? 'the end');
    this.report.fail(what, `this kubectl: ${line ?? ''}\nthe file:     ${other ?? ''}`);
  }

  /** Creates what the dry-runs need. @throws Error when the server refuses it */
  async prepare(): Promise<void> {
    const needed = this.manifests.filter(({ kind }) => neededByOthers.includes(kind));
    const namespaces = needed.filter(({ kind }) => kind === 'Namespace');
    // A controller would create the account of each namespace.
    const accounts = namespaces.map(({ metadata: { name } }) => ({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace: name },
    }));
    const rank = ({ kind }: Manifest) => neededByOthers.indexOf(kind);
    const inOrder = [...needed, ...accounts].sort((one, other) => rank(one) - rank(other));
    const rules = this.manifests.filter(({ kind }) => policies.includes(kind));
    const { ok, stderr } = await this.kubectl.apply([...inOrder, ...rules]);
    if (!ok) throw new Error(`${this.overlay}: the API server refuses the preparation: ${stderr}`);
  }

  /** Creates the policies of a component that is not part of the overlay. @throws Error when the server refuses it */
  async addPoliciesOf(path: string): Promise<void> {
    const text = readFileSync(join(repository, 'deploy/k8s/components', path), 'utf8');
    const rules = readManifests(text).filter(({ kind }) => policies.includes(kind));
    const { ok, stderr } = await this.kubectl.apply(rules);
    if (!ok) throw new Error(`the API server refuses the policies of ${path}: ${stderr}`);
  }

  async dryRunManifests(): Promise<void> {
    const result = await this.kubectl.dryRun(this.manifests);
    this.count(`${this.overlay}: manifests are accepted`, this.manifests.length, result);
  }

  /** What a bank makes of the overlay, rendered from a folder of `examples/bank-overlay`. */
  async dryRunBankOverlay(name: string): Promise<void> {
    const what = `${this.overlay}: the overlay ${name} of a bank is accepted`;
    const folder = join(repository, 'examples/bank-overlay', name);
    const { ok, stdout, stderr } = await this.kubectl.run(['kustomize', folder]);
    if (!ok) return this.report.fail(what, stderr);
    const manifests = readManifests(stdout);
    this.count(what, manifests.length, await this.kubectl.dryRun(manifests));
  }

  async dryRunPods(): Promise<void> {
    const pods = podsOf(this.manifests);
    const result = await this.kubectl.dryRun(pods);
    this.count(`${this.overlay}: pods of the templates are accepted`, pods.length, result);
  }

  /** @returns whether the overlay has a manifest for the fault */
  async refuses({ name, plantIn, refusal, user }: PlantedFault): Promise<boolean> {
    const faulty = plantIn(this.manifests);
    if (faulty === undefined) return false;
    const what = `${this.overlay}: ${name} is refused`;
    const hasPolicy = this.manifests.some(({ kind }) => policies.includes(kind));
    const deadline = performance.now() + (hasPolicy ? policyWithinMs : 0);
    for (;;) {
      const { ok, stdout, stderr } = await this.kubectl.dryRun([faulty], user);
      if (!ok && refusal.test(stderr)) this.report.pass(what);
      // A new policy is in force after a moment, and knows its parameter after another.
      else if ((ok || isUnconfigured(stderr)) && performance.now() < deadline) {
        await sleep(pollMs);
        continue;
      } else this.report.fail(what, ok ? `accepted: ${stdout}` : stderr);
      return true;
    }
  }

  /** A request that a policy must not stop. Run it after the refused ones, when the policy is in force. */
  async accepts({ name, plantIn, user }: AcceptedRequest): Promise<void> {
    const manifest = plantIn(this.manifests);
    const what = `${this.overlay}: ${name} is accepted`;
    if (manifest === undefined) return this.report.fail(what, 'no manifest can carry it');
    const { ok, stderr } = await this.kubectl.dryRun([manifest], user);
    if (ok) this.report.pass(what);
    else this.report.fail(what, stderr);
  }

  /**
   * Creates the whole overlay, and asks for a later release over it: a field that cannot change shows only then.
   * The template of a job cannot, so the jobs are deleted as docs/operations/install.md says.
   */
  async dryRunLaterRelease(): Promise<void> {
    const all = this.manifests.length;
    const created = await this.kubectl.apply(this.manifests);
    this.count(`${this.overlay}: manifests are created`, all, created);
    const label = 'app.kubernetes.io/component=migration';
    const jobs = ['jobs', '--all-namespaces', '--selector', label];
    const { ok, stderr } = await this.kubectl.run(['delete', ...jobs, '--wait=false']);
    if (!ok) throw new Error(`the migration jobs are not deleted: ${stderr}`);
    const later = withOtherImages(withOtherSettings(this.manifests));
    const result = await this.kubectl.dryRun(later);
    this.count(`${this.overlay}: other settings and images are accepted over them`, all, result);
  }

  /** Each accepted manifest is one line. A warning is a failure: the server says so of a Deployment's pods. */
  private count(what: string, all: number, { ok, stdout, stderr }: KubectlResult): void {
    const accepted = stdout
      .split('\n')
      .filter((line) => line.includes('serverside-applied')).length;
    if (ok && accepted === all && all > 0 && stderr.trim() === '') {
      return this.report.pass(`${what}: ${String(all)}`, all);
    }
    this.report.fail(
      `${what}: ${String(accepted)} of ${String(all)}`,
      stderr,
      Math.max(1, all - accepted),
    );
  }
}
