import type { CookieChange } from '../frame/answer.js';
import { SiteError } from '../frame/site-error.js';
import { ProviderError } from './provider-fault.js';

const unavailableSeconds = 5;

/** Does a step of a visit. The page of a failure leads back to the start of the visit. */
export function siteErrorsOf<Result>(
  again: string,
  cookies: readonly CookieChange[] | undefined,
  step: () => Result,
): Result {
  const failed = (error: unknown): never => {
    if (!(error instanceof ProviderError)) throw error;
    const retrySeconds = error.kind === 'unavailable' ? unavailableSeconds : undefined;
    throw new SiteError(`provider-${error.kind}`, again, retrySeconds, cookies, { cause: error });
  };
  try {
    const result = step();
    return result instanceof Promise ? (result.catch(failed) as Result) : result;
  } catch (error) {
    return failed(error);
  }
}
