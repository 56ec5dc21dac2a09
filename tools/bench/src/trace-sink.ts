import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where traces go in a bench: takes every export of OTLP/HTTP and forgets it. */
export interface TraceSink {
  /** A value for OTEL_EXPORTER_OTLP_TRACES_ENDPOINT. */
  readonly endpoint: string;
  stop(): void;
}

/** Listens on a free port of loopback. */
export async function startTraceSink(): Promise<TraceSink> {
  const collector = createServer((request, answer) => {
    request.resume();
    request.once('end', () =>
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
  });
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  const { port } = collector.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${String(port)}/v1/traces`,
    stop: () => {
      collector.closeAllConnections();
      collector.close();
    },
  };
}
