import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetTppBaskets } from '@nordgate/contracts/queries';
import type { ShownStream } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { streamsOfTpp } from '@nordgate/service';

/** Answers the console of the sandbox. Production does not have this query. */
@QueryHandler(GetTppBaskets)
export class GetTppBasketsHandler implements IQueryHandler<GetTppBaskets> {
  constructor(private readonly store: EventStore) {}

  async execute(query: GetTppBaskets): Promise<readonly ShownStream[]> {
    const found = await streamsOfTpp(this.store, 'basket', query);
    return found.map(({ streamId, events }) => ({ id: streams.basket.idOf(streamId), events }));
  }
}
