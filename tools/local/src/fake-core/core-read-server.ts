import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CoreTransaction } from '@nordgate/contracts/core';
import { CoreStatements, dayOf } from './core-statements.js';

/** Where the server of a fake core listens, and whom it answers. */
export interface CoreReadOptions {
  /** Default: a free port of loopback. */
  readonly port?: number;
  /** Only requests with this bearer token are answered. Default: all. */
  readonly token?: string;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** The API for reads of a fake core (docs/how-to/let-tpps-read-the-core.md), over plain HTTP on loopback. */
export class CoreReadServer {
  /** Answers in place of the core, as a core that is broken or taken over; undefined for the core. */
  instead: RequestListener | undefined;
  /** Changes the answers of the core. */
  spoil: (body: object) => unknown = (body) => body;
  /** The paths of the requests so far, with their parameters. */
  readonly asked: string[] = [];
  /** Of the core that answers. */
  readonly statements = new CoreStatements();
  private readonly server: Server;

  private constructor(private readonly options: CoreReadOptions) {
    this.server = createServer((request, response) => this.take(request, response));
  }

  static async start(options: CoreReadOptions = {}): Promise<CoreReadServer> {
    const one = new CoreReadServer(options);
    await once(one.server.listen(options.port ?? 0, '127.0.0.1'), 'listening');
    return one;
  }

  /** The address without a path. */
  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** A second stop does nothing. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    this.asked.push(request.url ?? '');
    if (this.instead !== undefined) return void this.instead(request, response);
    const { status, body } = this.answerTo(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  private answerTo({ url = '', method, headers }: IncomingMessage): Answer {
    const { token } = this.options;
    if (token !== undefined && headers.authorization !== `Bearer ${token}`) return { status: 401 };
    const { pathname, searchParams } = new URL(url, this.url);
    const [, version, kind, account = '', part, id] = pathname.split('/').map(decodeURIComponent);
    if (method !== 'GET' || version !== 'v1') return { status: 404 };
    if (kind === 'balances') return this.balances(searchParams.getAll('account'));
    const highest = this.statements.highest(account);
    if (kind !== 'accounts' || part !== 'transactions' || highest === undefined) {
      return { status: 404 };
    }
    return id === undefined
      ? this.transactions(account, highest, searchParams)
      : this.transaction(this.statements.linesAt(account, highest), id);
  }

  private balances(named: readonly string[]): Answer {
    const accounts = named.map((one) => this.statements.figures(one));
    if (accounts.includes(undefined)) return { status: 404 };
    return { status: 200, body: this.spoil({ accounts }) };
  }

  private transaction(lines: readonly CoreTransaction[], id: string): Answer {
    const transaction = lines.find(({ transactionId }) => transactionId === id);
    return transaction === undefined
      ? { status: 404 }
      : { status: 200, body: this.spoil({ transaction }) };
  }

  private transactions(account: string, highest: number, asked: URLSearchParams): Answer {
    const asOf = Number(asked.get('asOf') ?? highest);
    const limit = Number(asked.get('limit'));
    const lines = this.statements.linesAt(account, asOf).filter((one) => isAsked(one, asked));
    const skip = Number(asked.get('skip') ?? 0);
    const transactions = asked.has('before')
      ? lines.slice(-limit)
      : lines.slice(skip, skip + limit);
    return { status: 200, body: this.spoil({ asOf, transactions }) };
  }
}

function isAsked(one: CoreTransaction, asked: URLSearchParams): boolean {
  const [day, status] = [dayOf(one), asked.get('status')];
  const [after, before] = [asked.get('after'), asked.get('before')].map(positionIn);
  return (
    (status === 'both' || status === one.status) &&
    day >= (asked.get('dateFrom') ?? day) &&
    day <= (asked.get('dateTo') ?? day) &&
    (after === undefined || isOlder(one, after)) &&
    (before === undefined || (!isOlder(one, before) && !isAt(one, before)))
  );
}

interface Position {
  readonly day: string;
  readonly sequence: number;
}

function positionIn(text: string | null): Position | undefined {
  if (text === null) return undefined;
  const [day = '', sequence = ''] = text.split('.');
  return { day, sequence: Number(sequence) };
}

function isOlder(one: CoreTransaction, { day, sequence }: Position): boolean {
  return dayOf(one) === day ? one.sequence < sequence : dayOf(one) < day;
}

const isAt = (one: CoreTransaction, { day, sequence }: Position) =>
  dayOf(one) === day && one.sequence === sequence;
