import { freePorts } from '@nordgate/local/free-ports';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Access } from './access.js';
import { Kubectl } from './kubectl.js';
import { etcdProgram } from './kubernetes-programs.js';
import type { KubernetesPrograms } from './kubernetes-programs.js';
import type { Lifetime } from './lifetime.js';
import { ServerProcess } from './server-process.js';

const readyWithinMs = 120_000;
const pollMs = 250;

/** etcd and kube-apiserver on loopback ports, with all files in a scratch folder. No controller, no node by itself. */
export class ControlPlane {
  private constructor(
    readonly kubectl: Kubectl,
    readonly access: Access,
    readonly folder: string,
    private readonly etcd: ServerProcess,
    private readonly apiServer: ServerProcess,
  ) {}

  /**
   * Resolves when the API server is ready.
   *
   * @param life what ends both servers and removes their files
   * @param flags more flags of the API server
   * @throws Error when etcd is missing, when a server ends or is not ready within two minutes, and when the run ends
   */
  static async start(
    life: Lifetime,
    programs: KubernetesPrograms,
    flags: Readonly<Record<string, string>> = {},
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<ControlPlane> {
    const etcdFile = etcdProgram(env);
    const folder = life.folder('nordgate-api-server-');
    const [client = 0, peer = 0, api = 0] = await freePorts(3);
    const etcd = ServerProcess.start(life, 'etcd', etcdFile, etcdArguments(client, peer), folder);
    const token = randomBytes(16).toString('hex');
    const args = [...apiServerArguments(folder, token, api, client), ...flagsOf(flags)];
    const apiServer = ServerProcess.start(life, 'kube-apiserver', programs.apiServer, args, folder);
    const access = writeKubeconfig(folder, token, api);
    const kubectl = new Kubectl(life, programs.kubectl, access.kubeconfig);
    const plane = new ControlPlane(kubectl, access, folder, etcd, apiServer);
    await plane.untilReady();
    return plane;
  }

  /** The resident memory of both servers in MB, by name. */
  memory(): Readonly<Record<string, number | undefined>> {
    return { etcd: this.etcd.residentMb(), 'kube-apiserver': this.apiServer.residentMb() };
  }

  private async untilReady(): Promise<void> {
    const deadline = performance.now() + readyWithinMs;
    for (;;) {
      this.etcd.requireRunning();
      this.apiServer.requireRunning();
      const { ok, stderr } = await this.kubectl.run(['get', '--raw', '/readyz']);
      if (ok) return;
      if (performance.now() > deadline) throw new Error(`no API server is ready: ${stderr}`);
      await sleep(pollMs);
    }
  }
}

function etcdArguments(client: number, peer: number): readonly string[] {
  const url = (port: number) => `http://127.0.0.1:${String(port)}`;
  return flagsOf({
    'data-dir': 'etcd',
    'listen-client-urls': url(client),
    'advertise-client-urls': url(client),
    'listen-peer-urls': url(peer),
    'initial-advertise-peer-urls': url(peer),
    'initial-cluster': `default=${url(peer)}`,
  });
}

/** The admission plugins are the default ones: they include PodSecurity and ValidatingAdmissionPolicy. */
function apiServerArguments(
  folder: string,
  token: string,
  port: number,
  etcdPort: number,
): readonly string[] {
  const key = accountKey(folder);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const tokens = join(folder, 'tokens.csv');
  writeFileSync(tokens, `${token},verifier,verifier,system:masters\n`, { mode: 0o600 });
  return flagsOf({
    'etcd-servers': `http://127.0.0.1:${String(etcdPort)}`,
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'secure-port': String(port),
    'cert-dir': join(folder, 'certificates'),
    'token-auth-file': tokens,
    'anonymous-auth': 'false',
    'authorization-mode': 'RBAC',
    // So that Pod Security is what refuses a privileged pod.
    'allow-privileged': 'true',
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': key,
    'service-account-signing-key-file': key,
    'service-cluster-ip-range': '10.96.0.0/16',
    'endpoint-reconciler-type': 'none',
  });
}

/** The file with the key that signs the tokens of service accounts. */
export function accountKey(folder: string): string {
  return join(folder, 'service-account.pem');
}

/** The server issues its own certificate at its start. */
function writeKubeconfig(folder: string, token: string, port: number): Access {
  const server = `https://127.0.0.1:${String(port)}`;
  const authority = join(folder, 'certificates', 'apiserver.crt');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'verify',
    clusters: [{ name: 'verify', cluster: { server, 'certificate-authority': authority } }],
    users: [{ name: 'verify', user: { token } }],
    contexts: [{ name: 'verify', context: { cluster: 'verify', user: 'verify' } }],
  };
  const kubeconfig = join(folder, 'kubeconfig.json');
  writeFileSync(kubeconfig, JSON.stringify(config), { mode: 0o600 });
  return { server, token, authority, kubeconfig };
}

/** `--name=value` for each flag. */
export function flagsOf(flags: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
}
