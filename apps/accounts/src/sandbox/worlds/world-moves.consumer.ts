import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { commandFrom } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';

const moves = handles('batch.events.v1', ['WorldMovedOn', 'WorldArrived']);

/** Sets the time of worlds that move, as batch leads them from deadline to deadline (ADR 56). */
@Controller()
export class WorldMovesConsumer {
  @ReactsTo('accounts.world-moves', moves)
  follow(@Payload() received: ReceivedEvent<Handled<typeof moves>>): Reaction {
    const { event, at } = received;
    const { generation, request, tpp } = event.data;
    const stream = streams.world.id(tpp);
    const move = { generation, request };
    if (event.type === 'WorldArrived') {
      return { commands: [commandFrom(received, { type: 'EndWorldMove', stream, data: move })] };
    }
    const aheadMs = Date.parse(event.data.to) - Date.parse(at);
    const data = { ...move, aheadMs };
    return { commands: [commandFrom(received, { type: 'SetWorldTime', stream, data })] };
  }
}
