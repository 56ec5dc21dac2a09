import { apps } from './apps.js';
import type { Edge, Peer } from './edges.js';
import type { KubernetesObject } from './objects.js';
import { restoreComponent } from './restore.js';

/** A peer of a policy: pods of this namespace, of another namespace, or addresses. */
export type PolicyPeer = Readonly<Record<'podSelector' | 'namespaceSelector' | 'ipBlock', unknown>>;

const labels = (matchLabels: Readonly<Record<string, string>>) => ({ matchLabels });
const name = 'app.kubernetes.io/name';
const component = 'app.kubernetes.io/component';

/** The pods of a peer in the namespace of the bank; undefined when it is elsewhere. */
export function podsOf(peer: Peer, which: Edge['pods']): object | undefined {
  if ((apps as readonly string[]).includes(peer)) {
    return labels(which === 'all' ? { [name]: peer } : { [name]: peer, [component]: 'app' });
  }
  if (peer.endsWith('-db')) return labels({ 'cnpg.io/cluster': peer });
  if (peer === 'kafka') return labels({ 'strimzi.io/name': 'nordgate-kafka' });
  if (peer === 'restore') return labels({ [component]: restoreComponent });
  if (peer === 'operator' || peer === 'collector') return labels({ [name]: peer });
  return undefined;
}

/** A peer as the other side of a connection. */
function peersOf(peer: Peer, which: Edge['pods']): readonly object[] {
  const podSelector = podsOf(peer, which);
  if (podSelector !== undefined) return [{ podSelector }];
  // The platform team gives these labels to its own namespaces (docs/operations/install.md).
  if (peer === 'edge' || peer === 'monitoring') {
    return [{ namespaceSelector: labels({ 'nordgate-access': peer }) }];
  }
  return outside.map((ipBlock) => ({ ipBlock }));
}

/** Every address that is not private: a redirect or a wrong setting does not lead into the bank's own networks. */
const outside = [
  {
    cidr: '0.0.0.0/0',
    except: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  },
  // Only global addresses (RFC 4291, section 2.4).
  { cidr: '2000::/3' },
];

const portsOf = ({ ports }: Edge) => ports.map((port) => ({ protocol: 'TCP', port }));

/** Allows the pods that open the connection to do so. Without such pods in this namespace there is no policy. */
function egressPolicy(edge: Edge): readonly KubernetesObject[] {
  const podSelector = podsOf(edge.from, edge.pods);
  if (podSelector === undefined) return [];
  const egress = [{ to: peersOf(edge.to, edge.pods), ports: portsOf(edge) }];
  return [
    policy(`${edge.from}-may-call-${edge.to}`, { podSelector, policyTypes: ['Egress'], egress }),
  ];
}

/** Allows the pods to which the connection leads to accept it. Strimzi makes the policies of the brokers itself. */
function ingressPolicy(edge: Edge): readonly KubernetesObject[] {
  if (edge.to === 'kafka') return [];
  const podSelector = podsOf(edge.to, edge.pods);
  if (podSelector === undefined) return [];
  const ingress = [{ from: peersOf(edge.from, edge.pods), ports: portsOf(edge) }];
  const name = `${edge.to}-may-be-called-by-${edge.from}`;
  return [policy(name, { podSelector, policyTypes: ['Ingress'], ingress })];
}

/** Both sides of a connection. */
export const policiesOf = (edge: Edge) => [...egressPolicy(edge), ...ingressPolicy(edge)];

function policy(name: string, spec: object): KubernetesObject {
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name }, spec };
}
