import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/** Sockets to the brokers that a test can cut, as the end of the process would do. */
export class CuttableSockets {
  private readonly open = new Set<Socket>();
  private isCut = false;

  readonly factory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    const socket = ssl
      ? connectTls({ host, port, servername: host, ...(ssl as object) }, onConnect)
      : connectTcp({ host, port }, onConnect);
    socket.setKeepAlive(true, 60_000);
    if (this.isCut) process.nextTick(() => socket.destroy(new Error('the process is gone')));
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    return socket;
  };

  /** From now on no byte reaches the brokers or comes from them. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.open) socket.destroy();
  }
}
