import type { KeptRequest } from '@nordgate/contracts/queries';
import { requestPlaces, withPlaces } from '@nordgate/contracts/rules';
import type { RequestPlaces } from '@nordgate/contracts/rules';

/** How much is kept. */
export interface MemoryLimits extends RequestPlaces {
  readonly tppsMax: number;
}

/** A request that is written down when somebody reads it: nobody reads most of them. */
export interface NotedRequest {
  readonly isProven: boolean;
  readonly read: () => KeptRequest;
}

const defaultMemory: MemoryLimits = { ...requestPlaces, tppsMax: 100 };

/**
 * The last requests of each TPP. A request whose signature does not hold may come from anybody: such
 * requests take a part of the places only, and they never remove a TPP.
 */
export class RequestMemory {
  private readonly kept = new Map<string, readonly NotedRequest[]>();

  constructor(private readonly limits: MemoryLimits = defaultMemory) {}

  /** Keeps a request of the TPP that its certificate names. */
  keep(tpp: string, request: NotedRequest): void {
    const known = this.kept.get(tpp);
    if (known === undefined && this.kept.size >= this.limits.tppsMax) {
      if (!request.isProven) return;
      this.forgetOldest();
    }
    // The TPP of the latest proven request is the last one to be forgotten.
    if (request.isProven) this.kept.delete(tpp);
    this.kept.set(tpp, withPlaces([request, ...(known ?? [])], this.limits));
  }

  /** The requests of a TPP, newest first. */
  of(tpp: string): readonly KeptRequest[] {
    return (this.kept.get(tpp) ?? []).map(({ read }) => read());
  }

  /** The requests of all TPPs with an X-Request-ID, newest first. */
  withId(requestId: string): readonly { readonly tpp: string; readonly request: KeptRequest }[] {
    return [...this.kept]
      .flatMap(([tpp, requests]) => requests.map(({ read }) => ({ tpp, request: read() })))
      .filter(({ request }) => request.requestId === requestId)
      .sort((one, other) => (one.request.at < other.request.at ? 1 : -1));
  }

  get tpps(): number {
    return this.kept.size;
  }

  private forgetOldest(): void {
    for (const oldest of this.kept.keys()) {
      this.kept.delete(oldest);
      return;
    }
  }
}
