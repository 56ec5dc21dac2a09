import type { Address } from '../address.js';
import { type Finding, formatError } from '../finding.js';
import type { BodyPath } from '../json-pointer.js';
import type { Partly } from './partly.js';

/** `city` still works and is worth a warning: townName replaces it (specification §9). */
export function deprecatedCityFindings(
  address: Partly<Address> | undefined,
  at: BodyPath,
): Finding[] {
  return address?.city === undefined ? [] : [formatError([...at, 'city'], 'city.deprecated')];
}
