import { scaRedirectIn } from '../answer.js';
import type { TppAnswer } from '../answer.js';
import { readRedirect } from '../redirect.js';
import type { KnownPsu, TppClient } from '../tpp-client.js';
import type { Given } from './scenario.js';
import { Values } from './values.js';

/** A run of a scenario: the TPP, what steps have kept, and the PSU whose ids the requests have. */
export class Course {
  readonly values = new Values();
  /** The last PSU who approved. */
  psu: KnownPsu | undefined;
  /** The last link for a PSU. */
  link: string | undefined;

  constructor(
    readonly tpp: TppClient,
    readonly given: Given,
  ) {
    tpp.actFor(undefined);
    for (const [name, one] of Object.entries(given.values ?? {})) {
      this.values.keep(name, this.values.fill(one));
    }
  }

  /** Remembers an answer: its link, and its body under a name. */
  took({ json }: TppAnswer, name: string | undefined): void {
    this.link = scaRedirectIn(json) ?? this.link;
    if (name !== undefined) this.values.keep(name, json);
  }

  /** Remembers where a PSU came back to. After an approval later requests have the ids of this PSU. */
  cameBack(address: URL, name: string | undefined): void {
    const redirect = readRedirect(address);
    if (redirect?.outcome === 'approved') this.psu = redirect.psu;
    this.tpp.actFor(this.psu);
    if (name === undefined) return;
    const parameters = Object.fromEntries(address.searchParams);
    this.values.keep(name, { ...parameters, address: address.href });
  }
}
