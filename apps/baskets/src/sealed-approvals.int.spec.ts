import { sealed, sealedApproval, strangerApprovalKey } from '@nordgate/contracts/testing';
import { readUntil } from '@nordgate/service/testing';
import type { AuthorisationFinalised, ScaEvent } from '@nordgate/contracts/events';
import { approvalOf, memberOf } from './testing/a-basket.js';
import { anAuthorisation } from './testing/an-authorisation.js';
import { toApprove, toCreate, toFreeze, toReject, toSign } from './testing/basket-commands.js';
import { basketsOnABus } from './testing/baskets-on-a-bus.fixture.js';
import type { BasketsOnABus } from './testing/baskets-on-a-bus.fixture.js';

let baskets: BasketsOnABus;
beforeAll(async () => {
  baskets = await basketsOnABus();
});
afterAll(() => baskets.stop());

const created = (id: string) =>
  baskets.send(toCreate({ members: [memberOf(`m-of-${id}`)] }, `basket-${id}`));
const typesOf = async (id: string) =>
  (await baskets.eventsOf(`basket-${id}`)).map(({ type }) => type);
const onThePage = (stream: string, event: ScaEvent) =>
  baskets.happens('sca.events.v1', stream, 4, event);

/** The fault with which the next message is parked. */
async function nextFault(act: () => Promise<unknown>): Promise<string | undefined> {
  const before = await baskets.parked();
  await act();
  return (await readUntil(baskets.faults, ({ length }) => length > before))[before];
}

function approvalFor(id: string, signers?: 2): AuthorisationFinalised {
  const resource = { kind: 'basket', basketId: id, paymentIds: [`m-of-${id}`] } as const;
  const outcome = { approved: [approvalOf(`m-of-${id}`)], ...(signers && { signers }) };
  return anAuthorisation(resource).finalised(outcome);
}

describe('an approval over the bus', () => {
  it.each([
    ['BasketApproved', undefined],
    ['BasketSigned', 2],
  ] as const)(
    'with the seal of sca makes %s, which carries the seal on to payments',
    async (type, signers) => {
      const [id, stream] = [type.toLowerCase(), `authorisation-${type}`];
      await created(id);
      const event = sealed(stream, approvalFor(id, signers));
      await onThePage(stream, event);
      const events = await readUntil(
        () => baskets.eventsOf(`basket-${id}`),
        ({ length }) => length === 2,
      );
      expect(events[1]).toMatchObject({ type, data: { by: stream, sealedApproval: event.data } });
      expect(await baskets.faults()).toEqual([]);
    },
  );

  it('without a seal or with that of a stranger changes nothing and is parked', async () => {
    await created('forged');
    const { type, data } = approvalFor('forged', 2);
    const stranger = sealedApproval('authorisation-2', data, strangerApprovalKey);
    const faults = [
      await nextFault(() => onThePage('authorisation-1', { type, data })),
      await nextFault(() => onThePage('authorisation-2', { type, data: stranger })),
    ];
    expect(faults).toEqual([
      'UntrustedEventError: the approval authorisation-1 has no seal (APPROVALS_UNSEALED_UNTIL)',
      expect.stringContaining('no key in approvals.pub.pem'),
    ]);
    expect(await typesOf('forged')).toEqual(['BasketCreated']);
  });

  it.each([toApprove(), toSign(), toFreeze(), toReject()])(
    'changes nothing and is parked as $type on the topic of commands',
    async (command) => {
      const id = `forged-${command.type}`;
      await created(id);
      const stream = `basket-${id}`;
      const forged = { ...command, stream, id: `${stream}/forged` };
      const fault = await nextFault(() => baskets.sendOverTopic(forged).catch(() => undefined));
      expect(fault).toContain(`${command.type} is not accepted from baskets.commands.v1`);
      expect(await typesOf(id)).toEqual(['BasketCreated']);
    },
  );
});
