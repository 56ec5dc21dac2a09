import { Availability } from './availability.js';
import type { Pod } from './pod.js';
import { SchemaOrder } from './schema-order.js';
import { spreadFaults, spreads } from './spread.js';

interface Change {
  readonly is?: boolean;
  readonly node?: string;
  readonly deleted?: boolean;
  readonly component?: string;
  readonly phase?: string;
}

function pod(uid: string, change: Change = {}): Pod {
  const { is = true, node = 'a-1', deleted = false, component = 'app', phase = 'Running' } = change;
  return {
    metadata: {
      ...{ name: `sca-${uid}`, namespace: 'bank', uid },
      labels: { 'app.kubernetes.io/component': component, 'app.kubernetes.io/name': 'sca' },
      ...(deleted ? { deletionTimestamp: '2026-05-01T10:00:00Z' } : {}),
    },
    spec: { nodeName: node, containers: [{ name: 'app', image: 'sca@sha256:1' }] },
    status: { phase, conditions: [{ type: 'Ready', status: is ? 'True' : 'False' }] },
  };
}

describe('Availability', () => {
  it('keeps the fewest serving pods, and forgets them at a restart', () => {
    const seen = new Availability();
    for (const uid of ['1', '2']) seen.see({ type: 'ADDED', object: pod(uid) });
    seen.restart();
    seen.see({ type: 'MODIFIED', object: pod('1', { is: false }) });
    seen.see({ type: 'MODIFIED', object: pod('1') });
    expect(seen.fewestOf('bank/sca')).toBe(1);
    seen.restart();
    expect(seen.fewestOf('bank/sca')).toBe(2);
  });

  it('counts no pod that is asked to end, though it is still ready, and no pod of a migration', () => {
    const seen = new Availability();
    seen.see({ type: 'ADDED', object: pod('1') });
    seen.see({ type: 'ADDED', object: pod('2', { component: 'migration' }) });
    seen.see({ type: 'MODIFIED', object: pod('1', { deleted: true }) });
    expect(seen.now('bank/sca')).toBe(0);
  });
});

describe('spreads', () => {
  const zoneOf = (node = '') => node.slice(0, 1);

  it('finds a zone without a pod where another has two', () => {
    const pods = [pod('1'), pod('2', { node: 'a-2' }), pod('3', { node: 'b-1' })];
    expect(spreadFaults(spreads(pods, ['a', 'b', 'c'], zoneOf))).toEqual([
      'bank/sca: skew 2 of {"a":2,"b":1,"c":0}',
    ]);
  });

  it('accepts two pods in two of three zones', () => {
    const pods = [pod('1'), pod('2', { node: 'b-1' }), pod('3', { is: false })];
    expect(spreadFaults(spreads(pods, ['a', 'b', 'c'], zoneOf))).toEqual([]);
  });
});

describe('SchemaOrder', () => {
  const order = () => new SchemaOrder(new Set(['bank/sca']));

  it('notes a pod that serves before its migration has succeeded', () => {
    const seen = order();
    seen.see({ type: 'ADDED', object: pod('m', { component: 'migration', is: false }) });
    seen.see({ type: 'ADDED', object: pod('1') });
    expect(() => seen.requireKept()).toThrow('ready before the schema of their release: sca-1');
  });

  it('accepts a pod that serves after its migration', () => {
    const seen = order();
    const done = pod('m', { component: 'migration', phase: 'Succeeded', is: false });
    seen.see({ type: 'ADDED', object: pod('1', { is: false }) });
    seen.see({ type: 'MODIFIED', object: done });
    seen.see({ type: 'MODIFIED', object: pod('1') });
    expect(() => seen.requireKept()).not.toThrow();
  });
});
