import { randomUUID } from 'node:crypto';
import { paymentProducts } from '@nordgate/contracts/http';
import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import {
  accountOf,
  aDomesticPayment,
  aPeriodicPayment,
  approveAt,
  jsonWith,
  scaRedirectOf,
  setUpSandbox,
} from '@nordgate/testing';
import type { ListedCustomer, MadePayment, World } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';

const product = 'norwegian-domestic-credit-transfers';
const consents = '/v1/bank-offered-consents';
const baskets = '/v1/signing-baskets';
const contact = '/v1/tpp/contact';
const services = ['payments', 'periodic-payments', 'bulk-payments'] as const;
type Service = (typeof services)[number];

/** A request that is made ready, and what can come between it and its repeat. */
export interface Ready {
  readonly call: Omit<TppCall, 'headers'> & { readonly headers?: Record<string, string> };
  /** The same request with another content; absent where a body is not read. */
  readonly other?: Pick<Ready['call'], 'body' | 'headers'>;
  /** Ends the resource. */
  readonly end?: (first: TppAnswer) => Promise<unknown>;
}

/** The operations, as the published description names them, and how a request of each is made ready. */
export type ReadyTable = readonly (readonly [operation: string, ready: () => Promise<Ready>])[];

const pathOf = (service: Service) => `/v1/${service}/${product}`;
const elsewhere = { headers: { 'tpp-redirect-uri': 'https://tpp.example/elsewhere' } };

/** A request of every operation outside of the sandbox that changes something, for tests of repeats. */
export class RepeatedRequests {
  private payer: ListedCustomer | undefined;

  constructor(private readonly world: () => World) {}

  /** Resets the world of the TPP, whose first customer pays. */
  async setUp(): Promise<void> {
    [this.payer] = await setUpSandbox(this.world());
  }

  table(): ReadyTable {
    return [
      ...services.flatMap((service) => this.ofPayments(service)),
      ...this.ofConsents(consents, 'bank-offered-consent-id'),
      ...this.ofConsents('/v1/consents', 'consent-id'),
      ...this.ofBaskets(),
      [
        `PUT ${contact}`,
        () =>
          Promise.resolve({
            call: { method: 'PUT', path: contact, body: { email: 'psd2-operations@tpp.example' } },
            other: { body: { email: 'psd2-support@tpp.example' } },
            end: () => this.remove(contact),
          }),
      ],
      [`DELETE ${contact}`, () => Promise.resolve({ call: { method: 'DELETE', path: contact } })],
    ];
  }

  send(call: Ready['call']): Promise<TppAnswer> {
    return this.world().tpp.call({
      ...call,
      headers: { 'psu-context': 'PRIVATE', ...call.headers },
    });
  }

  private ofPayments(service: Service): ReadyTable {
    const one = `/v1/${service}/{payment-product}/{payment-id}`;
    return [
      [
        `POST /v1/${service}/{payment-product}`,
        () =>
          Promise.resolve({
            call: { method: 'POST', path: pathOf(service), body: this.bodyForToday(service) },
            other: { body: this.bodyOf(service, this.accountAt(1)) },
            end: (first) =>
              this.remove(`${pathOf(service)}/${(first.json as MadePayment).paymentId}`),
          }),
      ],
      [
        `POST ${one}/authorisations`,
        async () => {
          const path = await this.paid(service);
          const call = { method: 'POST', path: `${path}/authorisations` } as const;
          return { call, other: elsewhere, end: () => this.remove(path) };
        },
      ],
      [
        `POST ${one}/cancellation-authorisations`,
        async () => {
          const path = `${await this.approved(service)}/cancellation-authorisations`;
          return {
            call: { method: 'POST', path },
            other: elsewhere,
            end: (first) => this.approve(first),
          };
        },
      ],
      [
        `DELETE ${one}`,
        async () => ({ call: { method: 'DELETE', path: await this.paid(service) } }),
      ],
      [
        `DELETE ${one}`,
        async () => {
          const path = await this.approved(service);
          return {
            call: { method: 'DELETE', path },
            other: elsewhere,
            end: (first) => this.approve(first),
          };
        },
      ],
    ];
  }

  private ofConsents(path: string, id: string): ReadyTable {
    return [
      [
        `POST ${path}`,
        () =>
          Promise.resolve({
            call: { method: 'POST', path },
            other: elsewhere,
            end: (first) =>
              this.remove(`${path}/${(first.json as { consentId: string }).consentId}`),
          }),
      ],
      [
        `POST ${path}/{${id}}/authorisations`,
        async () => {
          const one = await this.consent(path);
          const call = { method: 'POST', path: `${one}/authorisations` } as const;
          return { call, other: elsewhere, end: () => this.remove(one) };
        },
      ],
      [
        `DELETE ${path}/{${id}}`,
        async () => ({
          call: { method: 'DELETE', path: await this.consent(path) },
          end: () => this.make(consents),
        }),
      ],
    ];
  }

  private ofBaskets(): ReadyTable {
    return [
      [
        `POST ${baskets}`,
        async () => {
          const { known, paymentIds } = await this.member();
          const more = await this.member();
          return {
            call: { method: 'POST', path: baskets, body: { paymentIds }, ...known },
            other: { body: { paymentIds: more.paymentIds } },
            end: async (first) => {
              const { basketId } = first.json as { basketId: string };
              return this.send({ method: 'DELETE', path: `${baskets}/${basketId}`, ...known });
            },
          };
        },
      ],
      [
        `POST ${baskets}/{basket-id}/authorisations`,
        async () => {
          const { known, path } = await this.basket();
          const headers = { ...known.headers, ...elsewhere.headers };
          const call = { method: 'POST', path: `${path}/authorisations`, ...known } as const;
          return { call, other: { headers } };
        },
      ],
      [
        `DELETE ${baskets}/{basket-id}`,
        async () => {
          const { known, path } = await this.basket();
          return { call: { method: 'DELETE', path, ...known } };
        },
      ],
    ];
  }

  private remove(path: string): Promise<TppAnswer> {
    return this.send({ method: 'DELETE', path });
  }

  private async make(path: string, body?: object): Promise<Record<string, string>> {
    const answer = await this.send({ method: 'POST', path, ...(body && { body }) });
    return jsonWith<Record<string, string>>(answer, 201);
  }

  private approve(answer: TppAnswer): Promise<unknown> {
    return approveAt(this.world(), scaRedirectOf(answer.json as object), this.customer());
  }

  private customer(): ListedCustomer {
    if (this.payer === undefined) throw new Error('the world is not set up');
    return this.payer;
  }

  private accountAt(index: number) {
    return { debtorAccount: { bban: accountOf(this.customer(), index), currency: 'NOK' } };
  }

  private bodyOf(service: Service, changes: object = {}): object {
    const from = this.accountAt(0);
    if (service === 'payments') return aDomesticPayment({ ...from, ...changes });
    if (service === 'periodic-payments') return aPeriodicPayment({ ...from, ...changes });
    const bulk = paymentProducts[0]?.services['bulk-payments']?.body.example as object;
    const plain = { requestedExecutionDate: undefined, batchBookingPreferred: undefined };
    return { ...bulk, ...plain, ...from, ...changes };
  }

  /** To be executed today: a body that nobody may send tomorrow. */
  private bodyForToday(service: Service): object {
    const today = dayInOslo(new Date());
    const schedule = {
      startDate: today,
      endDate: daysLater(today, 400),
      dayOfExecution: undefined,
    };
    const isPeriodic = service === 'periodic-payments';
    return this.bodyOf(service, isPeriodic ? schedule : { requestedExecutionDate: today });
  }

  private async paid(service: Service): Promise<string> {
    const { paymentId } = await this.make(pathOf(service), this.bodyOf(service));
    return `${pathOf(service)}/${paymentId ?? ''}`;
  }

  private async approved(service: Service): Promise<string> {
    const path = pathOf(service);
    const answer = await this.send({ method: 'POST', path, body: this.bodyOf(service) });
    await this.approve(answer);
    return `${path}/${(answer.json as MadePayment).paymentId}`;
  }

  private async member() {
    const known = { headers: { 'psu-id': randomUUID(), 'tpp-session-id': 's-1' } };
    const call = { method: 'POST', path: pathOf('payments'), ...known } as const;
    const answer = await this.send({ ...call, body: this.bodyOf('payments') });
    return { known, paymentIds: [jsonWith<MadePayment>(answer, 201).paymentId] };
  }

  private async basket() {
    const { known, paymentIds } = await this.member();
    const call = { method: 'POST', path: baskets, body: { paymentIds }, ...known } as const;
    const { basketId } = jsonWith<{ basketId: string }>(await this.send(call), 201);
    return { known, path: `${baskets}/${basketId}` };
  }

  private async consent(path: string): Promise<string> {
    return `${path}/${(await this.make(consents))['consentId'] ?? ''}`;
  }
}
