import { componentLabel, isServing } from './pod.js';
import type { Pod } from './pod.js';

/** What the node does next with one of its pods, and how long the pod takes for it. */
export type Step =
  | { readonly is: 'status'; readonly afterMs: number; readonly status: object }
  | { readonly is: 'removal'; readonly afterMs: number };

/** What decides over a pod outside of it. */
export interface Circumstances {
  /** Whether the database of the pod has the schema of the pod's release. */
  readonly hasSchema: (pod: Pod) => boolean;
  /** What a migration does; `waits` is a migration that goes on. */
  readonly migration: (pod: Pod) => 'succeeds' | 'fails' | 'waits';
}

const startMs = 500;
const migrationMs = 1000;
const endMs = 500;

/** Whether the start of a pod waits for the schema of its release: its manifest says so. */
function awaitsSchema({ spec }: Pod): boolean {
  return spec.containers.some(({ env = [] }) =>
    env.some(({ name, value }) => name === 'MIGRATIONS' && value === 'await'),
  );
}

export function isMigration({ metadata: { labels } }: Pod): boolean {
  return labels?.[componentLabel] === 'migration';
}

/**
 * The next step of a pod that is bound to a living node: it runs, gets ready (a job: ends), and goes when it is
 * deleted. Undefined when the pod waits for something outside, or is as it should be.
 */
export function nextStep(pod: Pod, circumstances: Circumstances, now: Date): Step | undefined {
  const { phase } = pod.status;
  if (pod.metadata.deletionTimestamp !== undefined) return { is: 'removal', afterMs: endMs };
  if (phase === 'Succeeded' || phase === 'Failed' || isServing(pod)) return undefined;
  if (phase !== 'Running') return { is: 'status', afterMs: 0, status: started(pod, now) };
  if (isMigration(pod)) {
    const does = circumstances.migration(pod);
    if (does === 'waits') return undefined;
    const status = ended(pod, does === 'succeeds' ? 0 : 1, now);
    return { is: 'status', afterMs: migrationMs, status };
  }
  if (awaitsSchema(pod) && !circumstances.hasSchema(pod)) return undefined;
  return { is: 'status', afterMs: startMs, status: ready(pod, now) };
}

function started(pod: Pod, now: Date): object {
  const at = instant(now);
  return {
    phase: 'Running',
    startTime: at,
    conditions: conditions({ Initialized: 'True', ContainersReady: 'False', Ready: 'False' }, at),
    containerStatuses: containers(pod, { running: { startedAt: at } }, false),
  };
}

function ready(pod: Pod, now: Date): object {
  const at = instant(now);
  return {
    conditions: conditions({ ContainersReady: 'True', Ready: 'True' }, at),
    containerStatuses: containers(pod, { running: { startedAt: at } }, true),
  };
}

function ended(pod: Pod, exitCode: number, now: Date): object {
  const at = instant(now);
  const terminated = { exitCode, startedAt: at, finishedAt: at, reason: 'Completed' };
  return {
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    conditions: conditions({ ContainersReady: 'False', Ready: 'False' }, at),
    containerStatuses: containers(pod, { terminated }, false),
  };
}

function conditions(states: Readonly<Record<string, string>>, at: string): readonly object[] {
  return Object.entries(states).map(([type, status]) => ({ type, status, lastTransitionTime: at }));
}

function containers({ spec }: Pod, state: object, isReady: boolean): readonly object[] {
  return spec.containers.map(({ name, image }) => ({
    ...{ name, image, imageID: image, restartCount: 0 },
    ...{ ready: isReady, started: isReady, state },
  }));
}

/** Times of Kubernetes have whole seconds. */
function instant(now: Date): string {
  return now.toISOString().replace(/\.\d+Z$/, 'Z');
}
