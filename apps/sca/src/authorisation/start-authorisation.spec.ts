import { openAuthorisationsMax } from '@nordgate/contracts/commands';
import type { AuthorisationEvent, AuthorisedResource } from '@nordgate/contracts/events';
import { defaultTimers } from '@nordgate/contracts/profile';
import { claimsOfAny, claimText, defined, fold } from '@nordgate/decider';
import type { Claim, FoundStreams } from '@nordgate/decider';
import { authorisationStream } from './authorisation.js';
import { failedBecause } from './failures.js';
import { openLinkClaims } from './open-links.js';
import {
  aBasket,
  aConsent,
  anInitiator,
  aPayment,
  identified,
  inTime,
  opened,
  shown,
  tooLate,
} from '../testing/an-authorisation.js';
import { startAuthorisation } from './start-authorisation.js';
import type { StartAuthorisation } from './start-authorisation.js';

const cancellation = { kind: 'cancellation', paymentId: 'pay-1' } as const;
const last = openAuthorisationsMax;

/** Authorisations by id, and what the decider finds of them. */
class Links {
  readonly #histories = new Map<string, readonly AuthorisationEvent[]>();

  constructor(private readonly resource: AuthorisedResource = aPayment) {}

  happened(id: string, ...events: readonly AuthorisationEvent[]): this {
    const stream = `authorisation-${id}`;
    this.#histories.set(stream, [...(this.#histories.get(stream) ?? []), ...events]);
    return this;
  }

  /** Links 1 to `count` of the resource, each at its place. */
  opened(count: number): this {
    for (let place = 1; place <= count; place += 1) {
      this.happened(`link-${String(place)}`, opened({ resource: this.resource, place }));
    }
    return this;
  }

  /** The events per stream, or the code of the refusal. */
  async start(id: string, { at = inTime, first }: { at?: string; first?: string } = {}) {
    const command: StartAuthorisation = {
      ...{ type: 'StartAuthorisation', id: `start-${id}`, stream: `authorisation-${id}` },
      data: {
        ...{ resource: this.resource, initiator: anInitiator(), tokenHash: 'hash-of-token' },
        ...defined({ first }),
      },
      meta: { at, actor: 'PSDNO-FSA-1' },
    };
    const { find, decide } = startAuthorisation(defaultTimers, (claims) =>
      Promise.resolve(claims.flatMap((claim) => this.#holderOf(claim) ?? [])),
    );
    const ids = await find(command, this.#state(command.stream));
    const found: FoundStreams = {
      ids,
      facts: { holderOf: (claim) => this.#holderOf(claim) },
      stateOf: (type, stream) => this.#state(stream) as unknown as typeof type.initial,
    };
    return decide(command, found).map(({ stream, decision }) => ({
      stream,
      ...('refused' in decision ? decision : { events: decision }),
    }));
  }

  #state(stream: string) {
    return fold(authorisationStream, this.#histories.get(stream) ?? []);
  }

  #holderOf(claim: Claim): string | undefined {
    return [...this.#histories.keys()].find((stream) =>
      claimsOfAny(authorisationStream, this.#state(stream)).some(
        (held) => claimText(held) === claimText(claim),
      ),
    );
  }
}

const placed = (place: number) => [
  {
    stream: 'authorisation-new',
    events: [expect.objectContaining({ data: expect.objectContaining({ place }) as object })],
  },
];
const refused = [{ stream: 'authorisation-new', refused: 'CONFLICT' }];

describe('starting an authorisation of a resource', () => {
  it.each<readonly [string, AuthorisedResource]>([
    ['a payment', aPayment],
    ['a cancellation', cancellation],
    ['a basket', aBasket],
    ['a consent', aConsent],
  ])('opens the twentieth link of %s, and refuses the next one', async (_what, resource) => {
    const before = new Links(resource).opened(last - 1);
    expect(await before.start('new')).toEqual(placed(last));
    expect(await new Links(resource).opened(last).start('new')).toEqual(refused);
  });

  it('counts the first link of the resource while it is open, and before it has opened', async () => {
    const withFirst = () => new Links().opened(last - 1).happened('first', opened());
    expect(await withFirst().start('new', { first: 'first' })).toEqual(refused);
    const unopened = new Links().opened(last - 1);
    expect(await unopened.start('new', { first: 'first' })).toEqual(refused);
    const one = new Links().opened(last - 2).happened('first', opened());
    expect(await one.start('new', { first: 'first' })).toEqual(placed(last - 1));
  });

  it.each<readonly [string, readonly AuthorisationEvent[], string]>([
    ['has failed', [opened(), failedBecause('wrong-codes', inTime)], inTime],
    ['is void', [failedBecause('joined-basket', inTime)], inTime],
    ['is over', [opened()], tooLate],
  ])('does not count the first link once it %s', async (_what, history, at) => {
    const later = '2026-03-02T10:30:00.000Z';
    const links = new Links().happened('first', ...history);
    for (let place = 1; place < last; place += 1) {
      links.happened(`link-${String(place)}`, opened({ place, expiresAt: later }));
    }
    expect(await links.start('new', { first: 'first', at })).toEqual(placed(last));
  });

  it('takes the place of a link that has failed or was used', async () => {
    const links = new Links().opened(last);
    links.happened('link-7', failedBecause('wrong-codes', inTime));
    expect(await links.start('new')).toEqual(placed(7));
  });

  it('keeps the place of a link whose PSU has logged in or sees the page', async () => {
    const links = new Links().opened(last);
    links.happened('link-1', identified()).happened('link-2', identified(), shown());
    expect(await links.start('new')).toEqual(refused);
  });

  it('takes the place of an expired link and ends it, at the end of its time and not before', async () => {
    const links = () => new Links().opened(last);
    expect(await links().start('new', { at: '2026-03-02T10:09:59.999Z' })).toEqual(refused);
    expect(await links().start('new', { at: tooLate })).toEqual([
      { stream: 'authorisation-link-1', events: [failedBecause('expired', tooLate)] },
      ...placed(1),
    ]);
  });

  it('changes nothing when it is repeated, also when 20 links are open', async () => {
    const links = new Links().opened(last);
    expect(await links.start('link-3')).toEqual([{ stream: 'authorisation-link-3', events: [] }]);
  });

  it('has separate places for each kind of resource', () => {
    const texts = [aPayment, cancellation, aBasket, aConsent].flatMap((resource) =>
      openLinkClaims(resource).map(claimText),
    );
    expect(new Set(texts).size).toBe(4 * last);
  });

  it('has no places for a log-in that belongs to no resource', () => {
    expect(openLinkClaims({ kind: 'access' })).toEqual([]);
  });
});
