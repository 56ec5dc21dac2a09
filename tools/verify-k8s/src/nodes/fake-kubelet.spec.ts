import { FakeKubelet } from './fake-kubelet.js';
import type { FakeNodes } from './fake-nodes.js';
import { RefusedRequest } from './kube-api.js';
import type { KubeApi, WatchEvent } from './kube-api.js';
import type { Pod } from './pod.js';

type Sent = readonly [method: string, path: string, body: object];

/** An API server that takes requests, and tells of pods when the test says so. */
class StubApi {
  tell: (event: WatchEvent<Pod>) => void = () => undefined;
  refusal: RefusedRequest | undefined;
  private readonly sent: Sent[] = [];
  private wake: () => void = () => undefined;

  follow(_: string, signal: AbortSignal, seen: (event: WatchEvent<Pod>) => void) {
    this.tell = seen;
    return new Promise<void>((done) => signal.addEventListener('abort', () => done()));
  }

  patch = (path: string, body: object) => this.take('PATCH', path, body);
  delete = (path: string, body: object) => this.take('DELETE', path, body);

  /** The next request, which may come later. */
  async next(): Promise<Sent> {
    for (;;) {
      const first = this.sent.shift();
      if (first !== undefined) return first;
      await new Promise<void>((done) => (this.wake = done));
    }
  }

  private async take(...sent: Sent): Promise<void> {
    this.sent.push(sent);
    this.wake();
    if (this.refusal !== undefined) throw this.refusal;
    await Promise.resolve();
  }
}

let api: StubApi;
let kubelet: FakeKubelet;
const living = new Set<string>();

beforeEach(() => {
  api = new StubApi();
  living.clear();
  living.add('zone-a-1');
  const nodes = { isAlive: (name = '') => living.has(name) } as unknown as FakeNodes;
  kubelet = new FakeKubelet(api as unknown as KubeApi, nodes, () => true);
  kubelet.start();
});
afterEach(() => kubelet.stop());

function pod(status: Pod['status'], more: Partial<Pod['metadata']> = {}): Pod {
  return {
    metadata: { name: 'sca-1', namespace: 'bank', uid: 'u', ...more },
    spec: { nodeName: 'zone-a-1', containers: [{ name: 'app', image: 'sca' }] },
    status,
  };
}

it('starts a pod of a living node, with an address', async () => {
  api.tell({ type: 'ADDED', object: pod({ phase: 'Pending' }) });
  const [method, path, body] = await api.next();
  expect([method, path]).toEqual(['PATCH', '/api/v1/namespaces/bank/pods/sca-1/status']);
  expect(body).toMatchObject({ status: { phase: 'Running', podIP: '10.64.1.1' } });
});

it('does nothing for the pods of a lost node, and ends the deleted ones when it returns', async () => {
  living.clear();
  const deletionTimestamp = '2026-05-01T10:00:00Z';
  api.tell({ type: 'ADDED', object: pod({ phase: 'Running' }, { deletionTimestamp }) });
  living.add('zone-a-1');
  kubelet.reconsider();
  const [method, path, body] = await api.next();
  expect([method, path]).toEqual(['DELETE', '/api/v1/namespaces/bank/pods/sca-1']);
  expect(body).toEqual({ gracePeriodSeconds: 0, preconditions: { uid: 'u' } });
});

it('takes it that a pod went while a request was on its way', async () => {
  api.refusal = new RefusedRequest('gone', 404);
  api.tell({ type: 'ADDED', object: pod({ phase: 'Pending' }) });
  await api.next();
  await kubelet.stop();
  expect(() => kubelet.requireRunning()).not.toThrow();
});

it('reports another refusal of the API server', async () => {
  api.refusal = new RefusedRequest('no such field', 422);
  api.tell({ type: 'ADDED', object: pod({ phase: 'Pending' }) });
  await api.next();
  await new Promise((done) => setImmediate(done));
  expect(() => kubelet.requireRunning()).toThrow('no such field');
});
