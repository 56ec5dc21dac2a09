import { defined } from '@nordgate/decider';
import type { Worlds } from '@nordgate/service';
import { ServiceUnavailableError } from '@nordgate/service';

/** The world of every TPP, in a generation that a test sets; undefined while it is unknown. */
export interface TestWorld extends Worlds {
  generation: number | undefined;
  /** How far it is ahead of the clocks. */
  aheadMs?: number;
}

export function aWorld(generation: number | undefined): TestWorld {
  return {
    generation,
    worldOf() {
      const { generation, aheadMs } = this;
      return generation === undefined
        ? Promise.reject(new ServiceUnavailableError('the generation is unknown'))
        : Promise.resolve({ generation, ...defined({ aheadMs }) });
    },
    begunWorldOf(tpp) {
      return this.worldOf(tpp);
    },
    isLive(one) {
      return Promise.resolve(this.generation === one);
    },
  };
}
