import { readManifests } from './manifests.js';
import { environmentOn } from './substitutions.js';

const rendered = `
apiVersion: v1
kind: ConfigMap
metadata: { name: payments-env-1 }
data: { HOST: 0.0.0.0, INTERNAL_PORT: '8090', BATCH_URL: 'http://batch:8090', LOG_LEVEL: info,
  KAFKA_BROKERS: 'kafka:9093', KAFKA_TLS_CA_FILE: /run/kafka/ca.pem, DATABASE_URL_FILE: /run/payments/url }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: payments }
spec:
  replicas: 2
  template:
    metadata: { labels: { app.kubernetes.io/name: payments } }
    spec:
      terminationGracePeriodSeconds: 45
      containers:
        - name: app
          image: registry.example/nordgate/payments-sandbox@sha256:00
          command: [node, apps/payments/dist/main.js]
          envFrom: [{ configMapRef: { name: payments-env-1 } }]
          env: [{ name: MIGRATIONS, value: await }]
          ports: [{ name: internal, containerPort: 8090 }]
          lifecycle: { preStop: { sleep: { seconds: 5 } } }
          readinessProbe:
            httpGet: { path: /health/ready, port: internal, scheme: HTTP }
            periodSeconds: 5
            timeoutSeconds: 3
            failureThreshold: 2
          volumeMounts: [{ name: own, mountPath: /run/payments }, { name: trust, mountPath: /run/trust }]
      volumes:
        - name: own
          projected: { sources: [{ secret: { name: payments-database, items: [{ key: url, path: url }] } }] }
        - { name: trust, configMap: { name: tpp-trust } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: collector }
spec: { template: { metadata: { labels: {} }, spec: { containers: [{ name: otel }] } } }
`;

describe('the rendered manifests', () => {
  const [payments, ...others] = readManifests(rendered);

  it('have the Deployments and Jobs of the bank, and no other', () => {
    expect(others).toEqual([]);
    expect(payments).toMatchObject({
      ...{ kind: 'Deployment', app: 'payments', replicas: 2, ports: { internal: 8090 } },
      hasSandbox: true,
      ...{ preStopSeconds: 5, graceSeconds: 45 },
    });
    expect(payments?.env['MIGRATIONS']).toBe('await');
    expect(payments?.probes).toEqual({
      readiness: {
        ...{ path: '/health/ready', port: 'internal' },
        ...{ periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 },
      },
    });
    expect(payments?.mounts).toEqual([
      { path: '/run/payments', files: [{ source: 'payments-database', key: 'url', path: 'url' }] },
      { path: '/run/trust', files: [{ source: 'tpp-trust' }] },
    ]);
  });

  it('cannot be used without a Deployment of the bank', () => {
    expect(() => readManifests('kind: Namespace\nmetadata: { name: x }\n')).toThrow(
      'the manifests have no Deployment of the bank',
    );
  });

  it('cannot be used when a ConfigMap is missing', () => {
    const without = rendered.replace('name: payments-env-1 }\ndata', 'name: other }\ndata');
    expect(() => readManifests(without)).toThrow('the manifests have no ConfigMap payments-env-1');
  });

  it('give a pod the same environment except for addresses, ports and paths', () => {
    const env = environmentOn(payments ?? { env: {} }, {
      ...{ root: '/tmp/pod', brokers: ['127.0.0.1:1'], ports: new Map([[8090, 20_001]]) },
      serviceUrl: (service, port) =>
        `http://127.0.0.1:${service === 'batch' ? '5' : ''}${String(port)}`,
      siteUrl: 'http://localhost:2',
    });
    expect(env).toEqual({
      ...{ HOST: '127.0.0.1', INTERNAL_PORT: '20001', BATCH_URL: 'http://127.0.0.1:58090' },
      ...{ LOG_LEVEL: 'info', KAFKA_BROKERS: '127.0.0.1:1', MIGRATIONS: 'await' },
      DATABASE_URL_FILE: '/tmp/pod/run/payments/url',
    });
  });
});
