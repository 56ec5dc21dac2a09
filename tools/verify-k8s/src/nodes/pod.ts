/** The fields of a pod that a node reads. */
export interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string; readonly name: string }[];
    readonly deletionTimestamp?: string;
  };
  readonly spec: {
    readonly nodeName?: string;
    readonly containers: readonly PodContainer[];
  };
  readonly status: {
    readonly phase?: string;
    readonly conditions?: readonly PodCondition[];
  };
}

interface PodContainer {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

export const nameLabel = 'app.kubernetes.io/name';
export const componentLabel = 'app.kubernetes.io/component';

/** Whether a pod serves: it is ready, and nobody has asked for its end. */
export function isServing({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  return conditionOf(status, 'Ready')?.status === 'True';
}

/** Whether a pod is one of an app: not a migration, the operator, or the collector. */
export function isOfApp({ metadata: { labels } }: Pod): boolean {
  return labels?.[componentLabel] === 'app';
}

/** `namespace/app` for the pods of one app. */
export function appOf({ metadata: { namespace, labels } }: Pod): string {
  return `${namespace}/${labels?.[nameLabel] ?? ''}`;
}

/** Why the scheduler found no node for a pod, as long as it found none. */
export function unschedulable({ status }: Pod): string | undefined {
  const found = conditionOf(status, 'PodScheduled');
  return found?.reason === 'Unschedulable' ? found.message : undefined;
}

function conditionOf(status: Pod['status'], type: string): PodCondition | undefined {
  return status.conditions?.find((one) => one.type === type);
}
