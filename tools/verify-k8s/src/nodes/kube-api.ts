import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { Access } from '../control-plane/access.js';

/** One change that a watch tells of. */
export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: T;
}

interface List<T> {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly T[];
}

const mergePatch = 'application/strategic-merge-patch+json';

/** The requests that a node makes of the API server, which kubectl is too slow for. */
export class KubeApi {
  private readonly agent: Agent;

  constructor(private readonly access: Access) {
    this.agent = new Agent({ keepAlive: true, ca: readFileSync(access.authority) });
  }

  get<T>(path: string): Promise<T> {
    return this.send<T>('GET', path);
  }

  post(path: string, body: object): Promise<unknown> {
    return this.send('POST', path, body);
  }

  put(path: string, body: object): Promise<unknown> {
    return this.send('PUT', path, body);
  }

  patch(path: string, body: object): Promise<unknown> {
    return this.send('PATCH', path, body, mergePatch);
  }

  delete(path: string, body: object): Promise<unknown> {
    return this.send('DELETE', path, body);
  }

  /**
   * Lists a collection, then follows it until the signal. Each object of the list comes as ADDED.
   *
   * @throws Error when the API server ends the watch before the signal
   */
  async follow<T>(
    path: string,
    signal: AbortSignal,
    seen: (event: WatchEvent<T>) => void,
  ): Promise<void> {
    const { metadata, items } = await this.get<List<T>>(path);
    for (const object of items) seen({ type: 'ADDED', object });
    const query = `watch=1&timeoutSeconds=7200&resourceVersion=${metadata.resourceVersion}`;
    const answer = await this.open('GET', `${path}?${query}`);
    const lines = createInterface({ input: answer });
    // Closing the lines ends the loop: a destroyed answer alone does not.
    signal.addEventListener('abort', () => {
      lines.close();
      answer.destroy();
    });
    try {
      for await (const line of lines) {
        seen(JSON.parse(line) as WatchEvent<T>);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (!signal.aborted) throw new Error(`the watch of ${path} ended`);
  }

  close(): void {
    this.agent.destroy();
  }

  private async send<T>(
    method: string,
    path: string,
    body?: object,
    type = 'application/json',
  ): Promise<T> {
    const answer = await this.open(method, path, body, type);
    const text = (await answer.setEncoding('utf8').toArray()).join('');
    const status = answer.statusCode ?? 0;
    if (status >= 300) throw new RefusedRequest(`${method} ${path}: ${text}`, status);
    return JSON.parse(text) as T;
  }

  private open(
    method: string,
    path: string,
    body?: object,
    type?: string,
  ): Promise<IncomingMessage> {
    const { server, token } = this.access;
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = headersOf(token, text, type);
    return new Promise((done, fail) => {
      const sent = request(new URL(path, server), { method, headers, agent: this.agent }, done);
      sent.once('error', fail).end(text);
    });
  }
}

/** The API server answered with a status of 300 or more. */
export class RefusedRequest extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Node sends the body of a DELETE without a length, which the server reads as no body: so the length is always there. */
export function headersOf(token: string, text: string, type?: string) {
  return {
    authorization: `Bearer ${token}`,
    ...(text === '' ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
    ...(type === undefined ? {} : { 'content-type': type }),
  };
}
