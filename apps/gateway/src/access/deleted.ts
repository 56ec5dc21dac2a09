import type { ServiceQuery } from '@nordgate/contracts/queries';
import { ServiceUnavailableError } from '@nordgate/service';
import type { QueryClient } from '@nordgate/service';
import { fault, RequestError } from '../reply/request-error.js';

/**
 * The resources that were deleted, as their retention is over. It is for those whose view is still empty after some time: an id that
 * we have issued is of a resource that is not decided yet, or of one that is deleted.
 *
 * @returns none where the service does not answer, or is of a release that does not know the query
 */
export async function deletedAmong(
  queries: QueryClient,
  query: ServiceQuery<readonly string[]>,
): Promise<readonly string[]> {
  try {
    return await queries.ask(query);
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return [];
    throw error;
  }
}

/** Throws RequestError, RESOURCE_UNKNOWN, when a resource was deleted: its id answers as an unknown one (ADR 40). */
export async function requireUndeleted(
  queries: QueryClient,
  query: ServiceQuery<readonly string[]>,
): Promise<void> {
  const deleted = await deletedAmong(queries, query);
  if (deleted.length > 0) throw new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
}
