import type { Worlds } from '@nordgate/service';
import { ServiceUnavailableError } from '@nordgate/service';

/** The world of every TPP, in a generation that a test sets; undefined while it is unknown. */
export interface TestWorld extends Worlds {
  generation: number | undefined;
}

export function aWorld(generation: number | undefined): TestWorld {
  return {
    generation,
    generationOf() {
      return this.generation === undefined
        ? Promise.reject(new ServiceUnavailableError('the generation is unknown'))
        : Promise.resolve(this.generation);
    },
    isLive(one) {
      return Promise.resolve(this.generation === one);
    },
  };
}
