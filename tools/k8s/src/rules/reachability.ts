import type { Rendered } from '../rendered.js';
import { brokerPolicy } from './broker-policy.js';
import { placesOf, portName, ports } from './places.js';
import type { Place, Port } from './places.js';
import { lets, selects } from './policies.js';
import type { Policy, Rule } from './policies.js';

/** Connections as `from > to:port`. */
export interface Reachability {
  /** Both sides let them through. */
  readonly open: ReadonlySet<string>;
  /** A policy of one side lets them through. */
  readonly granted: ReadonlySet<string>;
}

/** What the policies of an overlay let through. Connections between others are none of our business. */
export function reachabilityOf(rendered: Rendered): Reachability {
  const policies = [
    ...rendered.all('NetworkPolicy').map(({ spec }) => spec as Policy),
    ...rendered.all('Kafka').map(brokerPolicy),
  ];
  const sides = placesOf(rendered).map((place) => new Side(place, policies));
  const open = new Set<string>();
  const granted = new Set<string>();
  for (const from of sides) {
    for (const to of sides.filter((one) => from.place.isOurs || one.place.isOurs)) {
      for (const port of ports) {
        const [leaves, arrives] = [from.sends(to.place, port), to.accepts(from.place, port)];
        const connection = `${from.place.name} > ${to.place.name}:${portName(port)}`;
        if (leaves && arrives) open.add(connection);
        if ((from.place.isOurs && leaves) || (to.place.isOurs && arrives)) granted.add(connection);
      }
    }
  }
  return { open, granted };
}

/** A place with the policies that select it. Without any, everything is allowed. */
class Side {
  private readonly egress: readonly Rule[] | undefined;
  private readonly ingress: readonly Rule[] | undefined;

  constructor(
    readonly place: Place,
    policies: readonly Policy[],
  ) {
    const { isOurs, labels = {} } = place;
    const own = policies.filter(({ podSelector }) => isOurs && selects(podSelector, labels));
    const of = (type: 'Egress' | 'Ingress') =>
      own.filter(({ policyTypes }) => policyTypes.includes(type));
    const [out, into] = [of('Egress'), of('Ingress')];
    this.egress = out.length === 0 ? undefined : out.flatMap(({ egress = [] }) => egress);
    this.ingress = into.length === 0 ? undefined : into.flatMap(({ ingress = [] }) => ingress);
  }

  sends(to: Place, port: Port): boolean {
    return this.egress?.some((rule) => lets(rule, to, port)) ?? true;
  }

  accepts(from: Place, port: Port): boolean {
    return this.ingress?.some((rule) => lets(rule, from, port)) ?? true;
  }
}
