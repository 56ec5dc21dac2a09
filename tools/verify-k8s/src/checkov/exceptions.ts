/** A check of checkov that some manifests fail on purpose. */
export interface Exception {
  readonly check: string;
  /** `Kind.namespace.name` of the manifests. */
  readonly resources: RegExp;
  readonly reason: string;
}

const idle = /^Deployment\.[\w-]+\.(operator|\w+-restore)$/;
const idleReason = 'the pod waits for commands of a person and serves nothing';

export const exceptions: readonly Exception[] = [
  {
    check: 'CKV_K8S_11',
    resources: /^(Deployment|Job)\./,
    reason:
      'a limit of CPU stops the event loop in the middle of a slice, although the node is idle',
  },
  { check: 'CKV_K8S_8', resources: idle, reason: idleReason },
  { check: 'CKV_K8S_9', resources: idle, reason: idleReason },
];
