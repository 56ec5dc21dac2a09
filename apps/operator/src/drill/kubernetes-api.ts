import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { OperationRefused } from '../operations-client.js';

/** The API server of the cluster, as the pods of a drill reach it. */
export interface KubernetesReach {
  /** Without a path. */
  readonly url: string;
  /** Has `token`, `namespace`, and `ca.crt` for https: a projected volume. */
  readonly folder: string;
}

/** The few requests to the API server that a drill makes, all in the namespace of the bank. All throw OperationRefused at 403, else Error. */
export interface KubernetesObjects {
  /** @returns undefined when there is no such object */
  get<T>(kind: ObjectKind, name: string): Promise<T | undefined>;
  create(kind: ObjectKind, object: object): Promise<void>;
  /** Merges the fields into the object (RFC 7396). */
  merge(kind: ObjectKind, name: string, fields: object): Promise<void>;
  /** Also succeeds when there is no such object. It is there until all that it owns is gone: disks, Secrets, pods. */
  remove(kind: ObjectKind, name: string): Promise<void>;
}

const paths = {
  clusters: 'apis/postgresql.cnpg.io/v1',
  configmaps: 'api/v1',
  secrets: 'api/v1',
} as const;
export type ObjectKind = keyof typeof paths;

const timeoutMs = 30_000;

/** Without it the object is gone before what it owns. */
const foreground = {
  apiVersion: 'meta.k8s.io/v1',
  kind: 'DeleteOptions',
  propagationPolicy: 'Foreground',
} as const;

/** @throws Error when the folder lacks a file */
export async function openKubernetes({ url, folder }: KubernetesReach): Promise<KubernetesObjects> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const namespace = (await read('namespace')).trim();
  const ca = url.startsWith('https:') ? await read('ca.crt') : undefined;
  const dispatcher = new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connectTimeout: timeoutMs,
    ...(ca === undefined ? {} : { connect: { ca } }),
  });
  const send = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    kind: ObjectKind,
    { name, body }: { readonly name?: string; readonly body?: object } = {},
  ): Promise<unknown> => {
    const path = [paths[kind], 'namespaces', namespace, kind, ...(name ? [name] : [])].join('/');
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const response = await request(`${url}/${path}`, {
      dispatcher,
      method,
      body: body === undefined ? null : JSON.stringify(body),
      // The kubelet renews the token while a drill runs.
      headers: { authorization: `Bearer ${(await read('token')).trim()}`, 'content-type': type },
    });
    const text = await response.body.text();
    if (response.statusCode === 404 && name !== undefined && method !== 'PATCH') return undefined;
    if (response.statusCode < 300) return JSON.parse(text);
    // The Role does not change while a drill runs. Every other error may be over at the next request.
    const Fault = response.statusCode === 403 ? OperationRefused : Error;
    throw new Fault(`${method} ${path}: ${String(response.statusCode)} ${messageIn(text)}`);
  };
  return {
    get: async <T>(kind: ObjectKind, name: string) =>
      (await send('GET', kind, { name })) as T | undefined,
    create: async (kind, body) => void (await send('POST', kind, { body })),
    merge: async (kind, name, body) => void (await send('PATCH', kind, { name, body })),
    remove: async (kind, name) => void (await send('DELETE', kind, { name, body: foreground })),
  };
}

/** The message of a Status of the API server; the text of anything else. */
function messageIn(text: string): string {
  try {
    return String((JSON.parse(text) as { readonly message?: unknown }).message);
  } catch {
    return text;
  }
}
