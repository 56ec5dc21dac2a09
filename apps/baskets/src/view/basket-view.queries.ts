import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import {
  GetBasket,
  GetDeletedBaskets,
  GetOpenBaskets,
  GetTppBaskets,
} from '@nordgate/contracts/queries';
import type { BasketView, ShownStream } from '@nordgate/contracts/queries';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { RegisteredStatus } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { DATABASE, streamsOfTpp } from '@nordgate/service';
import { basketStream, openMember } from '../domain/basket.js';
import { basketViewOf, membersOf } from './basket-view.js';

interface RegisterRow {
  readonly payment_id: string;
  readonly version: string;
  readonly status: PaymentStatus;
  readonly funds_available: boolean | null;
}

@QueryHandler(GetBasket)
export class GetBasketHandler implements IQueryHandler<GetBasket> {
  constructor(
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async execute({ tpp, basketId }: GetBasket): Promise<BasketView | null> {
    const { state, version } = await this.store.state(basketStream, streams.basket.id(basketId));
    const register = await this.registerOf(membersOf(state));
    return basketViewOf(basketId, version, state, register, tpp);
  }

  private async registerOf(members: readonly string[]): Promise<Map<string, RegisteredStatus>> {
    if (members.length === 0) return new Map();
    const { rows } = await this.database.pool.query<RegisterRow>({
      name: 'payment-register-of',
      text: 'select payment_id, version, status, funds_available from payment_register where payment_id = any($1)',
      values: [members],
    });
    return new Map(rows.map((row) => [row.payment_id, factOf(row)]));
  }
}

function factOf(row: RegisterRow): RegisteredStatus {
  const { payment_id: paymentId, status } = row;
  const fundsAvailable = row.funds_available ?? undefined;
  return defined({ paymentId, version: Number(row.version), status, fundsAvailable });
}

@QueryHandler(GetDeletedBaskets)
export class GetDeletedBasketsHandler implements IQueryHandler<GetDeletedBaskets> {
  constructor(private readonly store: EventStore) {}

  async execute({ basketIds }: GetDeletedBaskets): Promise<readonly string[]> {
    const ids = basketIds.map((id) => streams.basket.id(id));
    return (await this.store.deleted(ids)).map((id) => streams.basket.idOf(id));
  }
}

@QueryHandler(GetOpenBaskets)
export class GetOpenBasketsHandler implements IQueryHandler<GetOpenBaskets> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ paymentIds }: GetOpenBaskets): Promise<Record<string, string>> {
    const { rows } = await this.database.pool.query<{ key: string; stream_id: string }>({
      name: 'open-baskets-of',
      text: 'select key, stream_id from es.claim where scope = $1 and key = any($2)',
      values: [openMember, paymentIds],
    });
    return Object.fromEntries(
      rows.map(({ key, stream_id }) => [key, streams.basket.idOf(stream_id)]),
    );
  }
}

/** Answers the console of the sandbox. Production does not have this query. */
@QueryHandler(GetTppBaskets)
export class GetTppBasketsHandler implements IQueryHandler<GetTppBaskets> {
  constructor(private readonly store: EventStore) {}

  async execute(query: GetTppBaskets): Promise<readonly ShownStream[]> {
    const found = await streamsOfTpp(this.store, 'basket', query);
    return found.map(({ streamId, events }) => ({ id: streams.basket.idOf(streamId), events }));
  }
}
