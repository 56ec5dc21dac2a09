import { portName } from './places.js';
import type { Labels, Place, Port } from './places.js';

export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

export interface PolicyPeer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: object;
}

export interface Rule {
  readonly to?: readonly PolicyPeer[];
  readonly from?: readonly PolicyPeer[];
  readonly ports?: readonly Port[];
}

/** The specification of a NetworkPolicy. */
export interface Policy {
  readonly podSelector: Selector;
  readonly policyTypes: readonly ('Egress' | 'Ingress')[];
  readonly egress?: readonly Rule[];
  readonly ingress?: readonly Rule[];
}

/** Whether a rule of a policy lets a connection with this other side through. */
export function lets({ to, from, ports: open }: Rule, other: Place, port: Port): boolean {
  const peers = to ?? from;
  const isPeer = peers === undefined || peers.some((peer) => matches(peer, other));
  return isPeer && (open?.some((one) => portName(one) === portName(port)) ?? true);
}

function matches({ podSelector, namespaceSelector, ipBlock }: PolicyPeer, place: Place): boolean {
  // The blocks of the bank leave out every private address, so they match nothing in the cluster.
  if (ipBlock !== undefined) return place.name === 'outside';
  const { isOurs, labels, namespace } = place;
  if (labels === undefined || namespace === undefined) return false;
  const isThere = namespaceSelector === undefined ? isOurs : selects(namespaceSelector, namespace);
  return isThere && selects(podSelector ?? {}, labels);
}

/** Whether a selector selects what has these labels. Only the operators `Exists` and `In` are in use. */
export function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Labels,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      return value !== undefined && (operator === 'Exists' || values.includes(value));
    })
  );
}
