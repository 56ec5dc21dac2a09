import { accountKey, flagsOf } from './control-plane.js';
import type { ControlPlane } from './control-plane.js';
import type { KubernetesPrograms } from './kubernetes-programs.js';
import type { Lifetime } from './lifetime.js';
import { ServerProcess } from './server-process.js';

/** A node that is silent for this long is lost. Kubernetes' default is 50 seconds. */
const graceSeconds = 10;
/** How long a pod stays on a lost node. Kubernetes' default is 300 seconds. */
const tolerationSeconds = 2;
/** How often each autoscaler is computed. Kubernetes' default is 15 seconds. */
export const syncSeconds = 1;

/** The flags that the API server needs beside the controllers: for how long pods tolerate a lost node. */
export const flagsForControllers = {
  'default-not-ready-toleration-seconds': String(tolerationSeconds),
  'default-unreachable-toleration-seconds': String(tolerationSeconds),
} as const;

/** kube-controller-manager and kube-scheduler. Each controller has its own account, as policies expect. */
export class Controllers {
  private constructor(private readonly servers: Readonly<Record<string, ServerProcess>>) {}

  static start(life: Lifetime, plane: ControlPlane, programs: KubernetesPrograms): Controllers {
    const { folder, access } = plane;
    const both = { kubeconfig: access.kubeconfig, 'leader-elect': 'false', 'secure-port': '0' };
    const limits = { 'kube-api-qps': '200', 'kube-api-burst': '400' };
    const manager = {
      ...{ ...both, ...limits },
      'use-service-account-credentials': 'true',
      'service-account-private-key-file': accountKey(folder),
      'root-ca-file': access.authority,
      'node-monitor-period': '1s',
      'node-monitor-grace-period': `${String(graceSeconds)}s`,
      'node-eviction-rate': '10',
      'horizontal-pod-autoscaler-sync-period': `${String(syncSeconds)}s`,
      'horizontal-pod-autoscaler-cpu-initialization-period': '1s',
      'horizontal-pod-autoscaler-initial-readiness-delay': '1s',
    };
    const start = (name: string, program: string, flags: Readonly<Record<string, string>>) =>
      ServerProcess.start(life, name, program, flagsOf(flags), folder);
    return new Controllers({
      'kube-controller-manager': start(
        'kube-controller-manager',
        programs.controllerManager,
        manager,
      ),
      'kube-scheduler': start('kube-scheduler', programs.scheduler, { ...both, ...limits }),
    });
  }

  /** @throws Error with the end of the log when one has ended */
  requireRunning(): void {
    for (const server of Object.values(this.servers)) server.requireRunning();
  }

  /** The resident memory in MB, by name. */
  memory(): Readonly<Record<string, number | undefined>> {
    const entries = Object.entries(this.servers);
    return Object.fromEntries(entries.map(([name, server]) => [name, server.residentMb()]));
  }
}
