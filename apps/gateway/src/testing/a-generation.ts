import type { Generation } from '@nordgate/service';
import { ServiceUnavailableError } from '@nordgate/service';

/** A generation that a test sets; undefined while it is unknown. */
export interface TestGeneration extends Generation {
  value: number | undefined;
}

export function aGeneration(value: number | undefined): TestGeneration {
  return {
    value,
    current() {
      return this.value === undefined
        ? Promise.reject(new ServiceUnavailableError('the generation is unknown'))
        : Promise.resolve(this.value);
    },
    isCurrent(generation) {
      return Promise.resolve(this.value === generation);
    },
  };
}
