import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A pod that takes connections of a Service. */
export interface Endpoint {
  readonly name: string;
  readonly port: number;
}

/**
 * A Service of the cluster: a connection goes to one of the ready endpoints, in turn, and stays with it. An
 * endpoint that is removed gets no new connections and keeps those that it has, as with kube-proxy.
 */
export class Balancer {
  private readonly endpoints: Endpoint[] = [];
  private readonly sockets = new Set<Socket>();
  private turn = 0;
  /** Connections that found no endpoint, and those whose endpoint did not accept them. */
  refused = 0;

  private constructor(
    readonly service: string,
    private readonly server: Server,
  ) {}

  static async start(service: string): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(service, server);
    server.on('connection', (client) => balancer.forward(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return balancer;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get names(): readonly string[] {
    return this.endpoints.map(({ name }) => name);
  }

  add(endpoint: Endpoint): void {
    this.remove(endpoint.name);
    this.endpoints.push(endpoint);
  }

  remove(name: string): void {
    const at = this.endpoints.findIndex((one) => one.name === name);
    if (at >= 0) this.endpoints.splice(at, 1);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(client: Socket): void {
    this.turn += 1;
    const endpoint = this.endpoints[this.turn % Math.max(this.endpoints.length, 1)];
    if (endpoint === undefined) {
      this.refused += 1;
      client.on('error', () => undefined).resetAndDestroy();
      return;
    }
    const pod = connect(endpoint.port, '127.0.0.1');
    pod.once('error', () => {
      if (pod.connecting || pod.bytesRead === 0) this.refused += 1;
    });
    this.join(client, pod);
    this.join(pod, client);
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroySoon();
    });
  }
}
