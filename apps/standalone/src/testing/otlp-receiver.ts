import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as its process has exported it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first span of a trace. */
  readonly parentSpanId: string | undefined;
  /** The spans of other processes that it links to. */
  readonly linkedSpanIds: readonly string[];
  /** The traces of these spans, in the same order. */
  readonly linkedTraceIds: readonly string[];
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

/** The used part of an export request (OTLP/HTTP, JSON). */
interface ExportRequest {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: readonly KeyValue[] };
    readonly scopeSpans?: readonly { readonly spans?: readonly OtlpSpan[] }[];
  }[];
}

interface KeyValue {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number | string;
    readonly boolValue?: boolean;
  };
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly spanId: string; readonly traceId: string }[];
  readonly attributes?: readonly KeyValue[];
}

/** Receives traces as a collector does, and keeps them. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** All request bodies, for a search for personal data. */
  readonly requests: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OtlpReceiver> {
    const server = createServer((request, answer) => {
      receiver.take(request).then(
        () => answer.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
        () => answer.writeHead(400).end(),
      );
    });
    const receiver = new OtlpReceiver(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  /** The value for OTEL_EXPORTER_OTLP_TRACES_ENDPOINT. */
  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/v1/traces`;
  }

  spansOf(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await once(this.server.close(), 'close');
  }

  /** Rejects when the request is no export of traces as JSON. */
  private async take(request: IncomingMessage): Promise<void> {
    const body = await text(request);
    if (request.headers['content-type'] !== 'application/json') throw new Error('not JSON');
    this.spans.push(...spansIn(JSON.parse(body) as ExportRequest));
    this.requests.push(body);
  }
}

function spansIn({ resourceSpans = [] }: ExportRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const named = resource?.attributes?.find(({ key }) => key === 'service.name');
    const service = named?.value.stringValue ?? '?';
    return scopeSpans.flatMap(({ spans = [] }) => spans.map((span) => received(service, span)));
  });
}

function received(service: string, span: OtlpSpan): ReceivedSpan {
  const { name, traceId, spanId, parentSpanId = '', links = [], attributes = [] } = span;
  return {
    service,
    name,
    traceId,
    spanId,
    parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
    linkedSpanIds: links.map((link) => link.spanId),
    linkedTraceIds: links.map((link) => link.traceId),
    attributes: Object.fromEntries(
      attributes.map(({ key, value: { stringValue, boolValue, intValue } }) => [
        key,
        stringValue ?? boolValue ?? Number(intValue),
      ]),
    ),
  };
}
