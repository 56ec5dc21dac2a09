import { Injectable } from '@nestjs/common';
import type { ByHand } from '@nordgate/contracts/commands';
import { sandboxCardTransaction, sandboxTransaction } from '@nordgate/contracts/http';
import type { SandboxCardTransaction, SandboxTransaction } from '@nordgate/contracts/http';
import { GetSandboxTransaction } from '@nordgate/contracts/queries';
import type { SandboxTransactionView, TransactionView } from '@nordgate/contracts/queries';
import {
  correctionOf,
  entryByHand,
  replacementPlace,
  streams,
  transactionIdOf,
} from '@nordgate/contracts/rules';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import {
  byHandOf,
  createdUuidOf,
  requireKept,
  sandboxIdOf,
  tellByHand,
  unknownInSandbox,
} from './by-hand.js';
import { readSandboxBodies, readSandboxBody } from './sandbox-body.js';
import {
  accountsPath,
  cardAccountsPath,
  shownCardTransaction,
  shownTransaction,
} from './sandbox-replies.js';
import {
  cardTransactionByHand,
  existingOf,
  requireTransactionDecided,
  transactionByHand,
  transactionIdFrom,
} from './transaction-by-hand.js';

/** The ids of a path: of an account or a card account, and of its transaction. */
export interface TransactionPath {
  readonly id: string;
  readonly transactionId: string;
}

/** What accounts and card accounts do not have alike. */
const kinds = {
  account: {
    path: accountsPath,
    streamOf: streams.account.id,
    body: sandboxTransaction,
    made: transactionByHand,
    shown: shownTransaction,
  },
  cardAccount: {
    path: cardAccountsPath,
    streamOf: streams.cardAccount.id,
    body: sandboxCardTransaction,
    made: cardTransactionByHand,
    shown: shownCardTransaction,
  },
} as const;

type Kind = keyof typeof kinds;

/** A transaction of each kind as TPPs see it. */
interface Shown {
  readonly account: SandboxTransaction;
  readonly cardAccount: SandboxCardTransaction;
}

/**
 * Makes, reads, changes and removes transactions by hand, under the ids that the account's own list shows;
 * a card's list shows the cardTransactionId that was sent.
 */
@Injectable()
export class TransactionsByHand {
  constructor(private readonly edge: Edge) {}

  /**
   * Makes one transaction, or all of a list or none. Throws RequestError: CONFLICT for a pending one that
   * exceeds the funds.
   */
  async create<Of extends Kind>(
    of: Of,
    account: string,
    bytes: unknown,
    { caller, reply }: { readonly caller: Caller; readonly reply: FastifyReply },
  ): Promise<Shown[Of] | readonly Shown[Of][]> {
    const { isList, transactions, bodies } = this.read(of, bytes, caller);
    const stream = kinds[of].streamOf(sandboxIdOf(account, caller));
    const byHand = byHandOf(caller, 'POST', collectionOf(of, account), bytes);
    const added = transactions.map((transaction, place) => {
      // A single transaction keeps the id that a request for one always had.
      const request = isList ? `${byHand.by.request}/${String(place)}` : byHand.by.request;
      const own = createdUuidOf({ request });
      return { entryId: entryByHand(own, caller.generation), transaction };
    });
    const data = { ...byHand, transactions: added };
    const result = await tellByHand(this.edge, caller, {
      type: 'AddSandboxTransactions',
      stream,
      data,
    });
    requireTransactionDecided(
      result,
      bodies.map(({ sent }) => sent),
      isList,
    );
    const made: Shown[Of][] = [];
    for (const [place, { entryId }] of added.entries()) {
      const transactionId = transactionIdOf({ account: stream, entryId }, 0);
      const path = { id: account, transactionId };
      const view = requireKept(await this.made(of, path, caller, byHand));
      const { sent = {}, warnings = [] } = bodies[place] ?? {};
      made.push({
        ...view,
        ...(isList || !isOlder(of, sent) ? saying(sent) : {}),
        ...warningsOf(warnings, caller.language),
      });
    }
    const [only] = made;
    // A list has no address where it can be read: each of its transactions has its own.
    if (isList || only === undefined) return made;
    reply.header('location', only._links.self.href);
    return only;
  }

  /** Throws RequestError, RESOURCE_UNKNOWN. */
  async one<Of extends Kind>(of: Of, path: TransactionPath, caller: Caller): Promise<Shown[Of]> {
    const found = await this.find(of, path, caller);
    if (found === undefined) throw unknownInSandbox();
    return found;
  }

  /** Throws RequestError as `create` does, and CONFLICT for a pending transaction of a payment. */
  async change<Of extends Kind>(
    of: Of,
    path: TransactionPath,
    bytes: unknown,
    { caller, reply }: { readonly caller: Caller; readonly reply: FastifyReply },
  ): Promise<Shown[Of]> {
    const { sent, transaction } = this.readOne(of, bytes, caller);
    const { stream, existing } = await this.existing(of, path, caller);
    const byHand = byHandOf(caller, 'PUT', hrefOf(of, path), bytes);
    const data = { ...byHand, ...existing, transaction };
    const result = await tellByHand(this.edge, caller, {
      type: 'ChangeSandboxTransaction',
      stream,
      data,
    });
    requireTransactionDecided(result, [sent], false);
    // A corrected transaction has a new id, that of its replacement.
    const entryId = correctionOf(path.transactionId, caller.generation);
    const replacing = transactionIdOf({ account: stream, entryId }, replacementPlace);
    const replaced = { id: path.id, transactionId: replacing };
    const replacement = await this.made(of, replaced, caller, byHand);
    const changed = requireKept(replacement ?? (await this.made(of, path, caller, byHand)));
    reply.header('location', changed._links.self.href);
    return changed;
  }

  /** Throws RequestError: RESOURCE_UNKNOWN, and CONFLICT for a pending transaction of a payment. */
  async remove(of: Kind, path: TransactionPath, caller: Caller): Promise<void> {
    const { stream, existing } = await this.existing(of, path, caller);
    const byHand = byHandOf(caller, 'DELETE', hrefOf(of, path));
    const data = { ...byHand, ...existing };
    requireTransactionDecided(
      await tellByHand(this.edge, caller, { type: 'RemoveSandboxTransaction', stream, data }),
    );
    // The query waits for the projection: a list that is read after this answer does not show the transaction.
    await this.view(of, path, caller);
  }

  private read(of: Kind, bytes: unknown, caller: Caller) {
    const now = this.edge.now(caller);
    if (of === 'account') {
      const { isList, bodies } = readSandboxBodies(sandboxTransaction, bytes, caller, this.edge);
      return {
        isList,
        bodies,
        transactions: bodies.map((one) => transactionByHand(one.value, now)),
      };
    }
    const { isList, bodies } = readSandboxBodies(sandboxCardTransaction, bytes, caller, this.edge);
    const transactions = bodies.map((one) => cardTransactionByHand(one.value, now));
    return { isList, bodies, transactions };
  }

  private readOne(of: Kind, bytes: unknown, caller: Caller) {
    const now = this.edge.now(caller);
    if (of === 'account') {
      const { value, sent } = readSandboxBody(sandboxTransaction, bytes, caller, this.edge);
      return { sent, transaction: transactionByHand(value, now) };
    }
    const { value, sent } = readSandboxBody(sandboxCardTransaction, bytes, caller, this.edge);
    return { sent, transaction: cardTransactionByHand(value, now) };
  }

  /** What a command needs of the transaction of a path. Throws RequestError, RESOURCE_UNKNOWN. */
  private async existing(of: Kind, path: TransactionPath, caller: Caller) {
    const view = await this.view(of, path, caller);
    if (view === null) throw unknownInSandbox();
    const stream = kinds[of].streamOf(sandboxIdOf(path.id, caller));
    return { stream, existing: existingOf(view) };
  }

  private async find<Of extends Kind>(
    of: Of,
    path: TransactionPath,
    caller: Caller,
  ): Promise<Shown[Of] | undefined> {
    const view = await this.view(of, path, caller);
    return view === null || view.isEnded ? undefined : shownAs(of, path, view);
  }

  /** The transaction in the form that the request gave it. */
  private async made<Of extends Kind>(
    of: Of,
    path: TransactionPath,
    caller: Caller,
    { by }: ByHand,
  ): Promise<Shown[Of] | undefined> {
    const view = await this.view(of, path, caller, by.request);
    return view === null ? undefined : shownAs(of, path, view);
  }

  private view(
    of: Kind,
    { id, transactionId }: TransactionPath,
    { generation }: Caller,
    madeBy?: string,
  ): Promise<SandboxTransactionView | null> {
    const account = kinds[of].streamOf(sandboxIdOf(id, { generation }));
    const named = transactionIdFrom(transactionId);
    return this.edge.queries.ask(new GetSandboxTransaction(account, generation, named, madeBy));
  }
}

/** A transaction as TPPs see it at its path. */
function shownAs<Of extends Kind>(of: Of, path: TransactionPath, view: TransactionView): Shown[Of] {
  const shown: (
    href: string,
    view: TransactionView,
  ) => SandboxTransaction | SandboxCardTransaction = kinds[of].shown;
  return shown(hrefOf(of, path), view) as Shown[Of];
}

function collectionOf(of: Kind, id: string): string {
  return `${kinds[of].path}/${id}/transactions`;
}

function hrefOf(of: Kind, { id, transactionId }: TransactionPath): string {
  return `${collectionOf(of, id)}/${transactionId}`;
}

/** The older shape of a transaction of an account is answered in the form of its list alone. */
function isOlder(of: Kind, sent: object): boolean {
  return of === 'account' && Object.hasOwn(sent, 'transactionAmount');
}

/** The members as they were sent; an empty id is none. */
function saying(sent: object): object {
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => name !== 'cardTransactionId' || value !== ''),
  );
}
