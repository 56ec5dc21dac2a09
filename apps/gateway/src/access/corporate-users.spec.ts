import type { PsuContext } from '@nordgate/contracts/events';
import {
  GetActingCustomer,
  GetCompletedContexts,
  GetCustomerOfPsu,
} from '@nordgate/contracts/queries';
import { ServiceUnavailableError } from '@nordgate/service';
import { RequestError } from '../reply/request-error.js';
import type { Caller } from './caller.js';
import { CorporateUsers } from './corporate-users.js';
import {
  accountReading,
  agreementReading,
  basketCreation,
  consentCreation,
  consentReading,
  paymentChange,
  paymentInitiation,
  paymentReading,
  sandboxService,
  userReading,
} from '../request/route-requirements.js';
import * as everyRequirements from '../request/route-requirements.js';
import type { RouteRequirements } from '../request/route-requirements.js';

const caller: Caller = {
  ...{ tpp: 'T', tppName: 'T AS', requestId: 'r', psuId: 'kari', tppSessionId: 's' },
  ...{ fixes: new Set<string>(), warnings: [], generation: 0, language: 'en' as const },
};

type Answer = readonly PsuContext[] | null | Error;

type Change = Omit<Partial<Caller>, 'psuId'> & { readonly psuId?: string | undefined };

/** The check of a gateway whose sca answers this; `asked` counts its queries. */
function withAnswer(answer: Answer, max?: number) {
  const asked: string[] = [];
  const ask = (query: unknown) => {
    if (!(query instanceof GetCompletedContexts)) throw new Error('not asked here');
    asked.push(`${query.tpp} ${query.psuId}`);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const users = new CorporateUsers({ ask } as ConstructorParameters<typeof CorporateUsers>[0], max);
  const codeOf = (change: Change = {}, route: RouteRequirements = paymentInitiation) =>
    users.requireAgreement({ ...caller, ...change }, route).then(
      () => 'admitted',
      (error: unknown) => {
        const [first] = error instanceof RequestError ? error.faults : [];
        return first !== undefined && 'code' in first ? `${first.code} ${first.path}` : error;
      },
    );
  return { codeOf, asked };
}

const required = 'HTTP_HEADER_REQUIRED PSU-Corporate-ID';

describe('a request of a corporate user', () => {
  it.each<[string, RouteRequirements]>([
    ['a payment', paymentInitiation],
    ['a basket', basketCreation],
    ['the status of a payment', paymentReading],
    ['a cancellation', paymentChange],
    ['/v1/user', userReading],
    ['accounts', accountReading],
    ['a consent that is read or ended', consentReading],
  ])('for %s needs PSU-Corporate-ID (specification 5.14)', async (_what, route) => {
    expect(await withAnswer(['CORPORATE']).codeOf({}, route)).toBe(required);
  });

  it.each<[string, Partial<Caller>, RouteRequirements]>([
    ['with PSU-Context: PRIVATE', { context: 'PRIVATE' }, accountReading],
    ['for /v1/agreements, which lists the ids', {}, agreementReading],
    ['for a new consent, whose agreement the PSU picks', {}, consentCreation],
    ['for the sandbox', {}, sandboxService],
  ])('%s is admitted without a query', async (_what, change, route) => {
    const { codeOf, asked } = withAnswer(['CORPORATE']);
    expect(await codeOf(change, route)).toBe('admitted');
    expect(asked).toEqual([]);
  });
});

describe('a request without PSU-Corporate-ID', () => {
  it.each<[string, Answer]>([
    ['a PSU-ID that was never issued', null],
    ['a PSU who has not completed SCA', []],
    ['a PSU who has completed SCA in private context', ['PRIVATE']],
    ['a PSU who has completed SCA in both contexts', ['CORPORATE', 'PRIVATE']],
  ])('of %s is admitted', async (_whose, answer) => {
    expect(await withAnswer(answer).codeOf()).toBe('admitted');
  });

  it('of a PSU with private SCA, or of an unissued PSU-ID, is asked about once per TPP', async () => {
    for (const answer of [['PRIVATE'], null] as const) {
      const { codeOf, asked } = withAnswer(answer);
      await codeOf();
      await codeOf({}, accountReading);
      await codeOf({ tpp: 'U' });
      expect(asked).toEqual(['T kari', 'U kari']);
    }
  });

  it.each<[string, Answer]>([
    ['corporate', ['CORPORATE']],
    ['without any SCA', []],
  ])('of a PSU who is %s is asked about each time, for that may change', async (_who, answer) => {
    const { codeOf, asked } = withAnswer(answer);
    await codeOf();
    await codeOf();
    expect(asked).toHaveLength(2);
  });

  it('is asked about again after its PSU was pushed out by newer ones', async () => {
    const { codeOf, asked } = withAnswer(['PRIVATE'], 2);
    for (const psuId of ['a', 'b', 'c', 'c', 'a']) await codeOf({ psuId });
    expect(asked).toEqual(['T a', 'T b', 'T c', 'T a']);
  });

  it('is admitted while sca does not answer, and at first contact', async () => {
    expect(await withAnswer(new ServiceUnavailableError('down')).codeOf()).toBe('admitted');
    const { asked, codeOf } = withAnswer(['CORPORATE']);
    expect(await codeOf({ psuId: undefined })).toBe('admitted');
    expect(asked).toEqual([]);
  });
});

describe('a request with PSU-Corporate-ID', () => {
  /** A gateway whose PSU `kari` acts under these agreements. */
  function actingUnder(agreements: readonly string[], isUp = true) {
    const asked: string[] = [];
    const ask = (query: unknown) => {
      if (!isUp) return Promise.reject(new ServiceUnavailableError('down'));
      asked.push((query as object).constructor.name);
      if (query instanceof GetCustomerOfPsu) {
        return Promise.resolve(query.psuId === 'kari' ? { customerId: 'cus-1' } : null);
      }
      if (!(query instanceof GetActingCustomer)) throw new Error('not asked here');
      const contexts = agreements.map((corporateId) => ({ corporateId }));
      return Promise.resolve({ customerId: 'cus-1', contexts });
    };
    const users = new CorporateUsers({ ask } as ConstructorParameters<typeof CorporateUsers>[0]);
    const codeOf = (change: Partial<Caller>, route: RouteRequirements) =>
      users.requireAgreement({ ...caller, ...change }, route).then(
        () => 'admitted',
        (error: unknown) => {
          const [first] = error instanceof RequestError ? error.faults : [];
          return first !== undefined && 'code' in first ? `${first.code} ${first.path}` : error;
        },
      );
    return { codeOf, asked };
  }

  const foreign = 'PSU_CREDENTIALS_INVALID PSU-Corporate-ID';
  const kinds = Object.entries(everyRequirements).filter(
    (entry): entry is [string, RouteRequirements] => typeof entry[1] === 'object',
  );

  it.each(kinds)(
    "that is not this PSU's is rejected alike on a route of %s",
    async (_name, route) => {
      const isChecked = route.kind !== 'service' && route.checksAgreement !== true;
      const { codeOf } = actingUnder(['agr-1']);
      expect(await codeOf({ corporateId: 'agr-2' }, route)).toBe(isChecked ? foreign : 'admitted');
      expect(await codeOf({ corporateId: 'agr-1' }, route)).toBe('admitted');
    },
  );

  it('of a PSU-ID that was never issued is admitted, and so is any while a service is down', async () => {
    const change = { corporateId: 'agr-2' };
    const unissued = { ...change, psuId: 'nobody' };
    expect(await actingUnder([]).codeOf(unissued, paymentInitiation)).toBe('admitted');
    expect(await actingUnder([], false).codeOf(change, paymentInitiation)).toBe('admitted');
  });

  it('of a form that the bank never gives is rejected without a query', async () => {
    const { codeOf, asked } = actingUnder(['agr-1'], false);
    expect(await codeOf({ corporateId: 'unknown:923609016' }, userReading)).toBe(foreign);
    expect(asked).toEqual([]);
  });

  it('asks for the customer of a PSU-ID once, and for the agreements each time', async () => {
    const { codeOf, asked } = actingUnder(['agr-1']);
    await codeOf({ corporateId: 'agr-1' }, paymentInitiation);
    await codeOf({ corporateId: 'agr-1' }, paymentReading);
    expect(asked).toEqual(['GetCustomerOfPsu', 'GetActingCustomer', 'GetActingCustomer']);
  });
});
