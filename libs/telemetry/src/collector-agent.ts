import { Agent } from 'node:https';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';

/** PEM of the authorities that the certificate of the Collector is checked with. It may change. */
export interface CollectorAuthorities {
  readonly value: string;
}

/** Opens the connections to the Collector with the authorities of now. */
export class CollectorAgent extends Agent {
  constructor(private readonly authorities: CollectorAuthorities) {
    // A resumed session checks no certificate.
    super({ keepAlive: true, maxCachedSessions: 0 });
  }

  override createConnection(...[options, ...rest]: Parameters<Agent['createConnection']>) {
    return super.createConnection(
      Object.assign({}, options, { ca: this.authorities.value }),
      ...rest,
    );
  }
}

/** Where spans go, and how long a request with spans may take. */
export interface CollectorAddress {
  /** The value of OTEL_EXPORTER_OTLP_TRACES_ENDPOINT. */
  readonly url: string;
  readonly timeoutMillis: number;
  /** Default: the authorities that Node knows. */
  readonly authorities?: CollectorAuthorities | undefined;
}

/** Sends spans to a Collector. */
export function collectorExporter({
  authorities,
  ...address
}: CollectorAddress): OTLPTraceExporter {
  if (authorities === undefined) return new OTLPTraceExporter(address);
  return new OTLPTraceExporter({
    ...address,
    httpAgentOptions: () => new CollectorAgent(authorities),
  });
}
