import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An export that arrived. */
export interface Received {
  readonly authorization: string | undefined;
  /** OTLP in JSON. */
  readonly body: string;
}

/** The backend of a bank's traces: takes everything that the Collector exports, and keeps it. */
export class TracesBackend {
  readonly received: Received[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TracesBackend> {
    const server = createServer((request, answer) => {
      void text(request).then((body) => {
        backend.received.push({ authorization: request.headers.authorization, body });
        answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    const backend = new TracesBackend(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return backend;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Everything that has arrived, as one text. */
  get text(): string {
    return this.received.map(({ body }) => body).join('\n');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await once(this.server.close(), 'close');
  }
}
