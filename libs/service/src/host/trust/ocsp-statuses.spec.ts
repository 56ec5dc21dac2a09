import { X509Certificate } from 'node:crypto';
import { parseCertificate } from '@nordgate/signature';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { Certificate, OcspAnswer } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature/issue';
import { createLog } from '@nordgate/telemetry';
import { eventually } from '@nordgate/testing';
import { startFakeOcsp } from '../../testing/fake-ocsp.js';
import type { FakeOcsp, OcspManner } from '../../testing/fake-ocsp.js';
import type { askOcsp, OcspResponder } from './ocsp-responders.js';
import { OcspStatuses } from './ocsp-statuses.js';

const hour = 3_600_000;
const start = new Date();
const after = (ms: number) => new Date(start.getTime() + ms);
const validity = { validFrom: after(-hour), validTo: after(100 * hour) };

let ca: IssuedPem;
let issuer: Certificate;
beforeAll(async () => {
  ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  issuer = parsed(ca.certificate);
});

const parsed = (pem: string) => parseCertificate(new X509Certificate(pem).raw)!;

let now: Date;
let responders: readonly OcspResponder[];
let lines: { readonly level: string; readonly msg: string }[];
beforeEach(() => {
  now = start;
  lines = [];
});

function statusesWith(responder: Partial<OcspResponder>, ask?: typeof askOcsp): OcspStatuses {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as never) };
  responders = [{ issuer: 'CN=CA,O=CA,C=NO', url: 'http://127.0.0.1:1/', ...responder }];
  return new OcspStatuses({
    responders: () => responders,
    log: createLog({ app: 'test', destination }),
    ...{ now: () => now, isRevoked: () => false, ...(ask && { ask }) },
  });
}

/** Statuses whose responder gives the answers of a list, one after another; none fails. */
function statusesOf(...answers: readonly (Partial<OcspAnswer> | undefined)[]) {
  const asked: bigint[] = [];
  const ask: typeof askOcsp = (subject) => {
    const answer = answers[asked.length];
    asked.push(subject.serial);
    if (answer === undefined) return Promise.reject(new Error('no answer'));
    const times = { thisUpdate: now, until: new Date(now.getTime() + hour) };
    return Promise.resolve({ is: 'good', isSuperseded: false, ...times, ...answer });
  };
  return { statuses: statusesWith({}, ask), asked };
}

const subject = (serial = 1n) => ({ issuer, serial });
const look = (statuses: OcspStatuses, at: Date) => {
  now = at;
  return statuses.look();
};

describe('the status of a certificate by OCSP', () => {
  it('is there for the first request when the responder answers, and is not asked again', async () => {
    const { statuses, asked } = statusesOf({});
    expect(statuses.statusOf(subject(), now)).toEqual({ is: 'unanswered' });
    expect(await statuses.firstStatusOf(subject(), now)).toEqual({ is: 'good' });
    await look(statuses, after(9 * 60_000));
    expect(statuses.statusOf(subject(), now)).toEqual({ is: 'good' });
    expect(asked).toEqual([1n]);
  });

  it('is asked of the responder that the file names now, and stays revoked without one', async () => {
    const urls: string[] = [];
    const statuses = statusesWith({}, (_subject, { url }) => {
      urls.push(url);
      const times = { thisUpdate: now, until: new Date(now.getTime() + hour) };
      return Promise.resolve({ is: 'revoked', isSuperseded: false, ...times });
    });
    const [before] = responders;
    await statuses.firstStatusOf(subject(), now);
    responders = [{ ...before!, url: 'http://127.0.0.1:2/' }];
    await look(statuses, after(11 * 60_000));
    responders = [];
    await look(statuses, after(22 * 60_000));
    expect(urls).toEqual(['http://127.0.0.1:1/', 'http://127.0.0.1:2/']);
    expect(statuses.responderOf(issuer)).toBeUndefined();
    responders = [before!];
    expect(statuses.statusOf(subject(), now)).toEqual({ is: 'revoked', isSuperseded: false });
  });

  it('is asked again in the background after ten minutes, or half of a shorter time', async () => {
    const short = { until: after(4 * 60_000) };
    const { statuses, asked } = statusesOf(short, {}, { is: 'revoked' });
    await statuses.firstStatusOf(subject(), now);
    await look(statuses, after(2 * 60_000));
    expect(asked).toHaveLength(2);
    await look(statuses, after(12 * 60_000));
    expect(statuses.statusOf(subject(), now)).toEqual({ is: 'revoked', isSuperseded: false });
  });

  it('is unanswered after its nextUpdate while the responder fails, and recovers', async () => {
    const { statuses } = statusesOf({ until: after(60_000) }, undefined, {});
    await statuses.firstStatusOf(subject(), now);
    await look(statuses, after(30_000));
    expect(statuses.statusOf(subject(), after(60_000))).toEqual({ is: 'good' });
    expect(statuses.statusOf(subject(), after(60_001))).toEqual({ is: 'unanswered' });
    await look(statuses, after(61_000));
    expect(statuses.statusOf(subject(), now)).toEqual({ is: 'good' });
  });

  it('stays revoked without an answer, and against an older answer', async () => {
    const older = { thisUpdate: after(-hour) };
    const { statuses } = statusesOf({ is: 'revoked', until: after(60_000) }, older, {});
    await statuses.firstStatusOf(subject(), now);
    await look(statuses, after(60_001));
    expect(statuses.statusOf(subject(), now)).toMatchObject({ is: 'revoked' });
    await look(statuses, after(2 * 60_000));
    expect(statuses.statusOf(subject(), now)).toEqual({ is: 'good' });
  });

  it('delays the first requests only while the responder does not answer', async () => {
    let asked = 0;
    const silent: typeof askOcsp = () => {
      asked += 1;
      return new Promise(() => undefined);
    };
    const statuses = statusesWith({}, silent);
    expect(await statuses.firstStatusOf(subject(), now)).toEqual({ is: 'unanswered' });
    expect(await statuses.firstStatusOf(subject(), now)).toEqual({ is: 'unanswered' });
    expect(asked).toBe(1);
  });

  it('is not asked of anybody for a CA without a responder', () => {
    const statuses = statusesWith({ issuer: 'CN=Another CA' });
    expect(statuses.responderOf(issuer)).toBeUndefined();
    expect(statuses.statusOf(subject(), now)).toEqual({ is: 'unanswered' });
  });

  it('is forgotten when nobody has used the certificate for an hour', async () => {
    const { statuses, asked } = statusesOf({}, {});
    await statuses.firstStatusOf(subject(), now);
    await look(statuses, after(hour + 1));
    expect(asked).toHaveLength(1);
    expect(statuses.statusOf(subject(), now)).toEqual({ is: 'unanswered' });
  });

  it('takes the place of the least recently used when there are a thousand', async () => {
    const { statuses, asked } = statusesOf({}, {});
    await statuses.firstStatusOf(subject(1n), now);
    await statuses.firstStatusOf(subject(2n), now);
    statuses.statusOf(subject(1n), now);
    for (let serial = 3n; serial <= 1001n; serial += 1n) statuses.statusOf(subject(serial), now);
    expect(statuses.statusOf(subject(1n), now)).toEqual({ is: 'good' });
    expect(statuses.statusOf(subject(2n), now)).toEqual({ is: 'unanswered' });
    // At most 16 questions run at once; the others wait for a look.
    expect(asked.length).toBeLessThan(30);
  });
});

describe('a responder that fails', () => {
  it('is in the log and the health report until it answers again', async () => {
    const { statuses } = statusesOf(undefined, undefined, {});
    await statuses.firstStatusOf(subject(), now);
    await expect(statuses.check()).rejects.toThrow('no answer');
    await look(statuses, after(10_000));
    await look(statuses, after(20_000));
    await expect(statuses.check()).resolves.toBeUndefined();
    expect(lines.map(({ msg }) => msg)).toEqual([
      'An OCSP responder gives no valid answer.',
      'An OCSP responder answers again.',
    ]);
  });
});

describe('a responder over HTTP', () => {
  let fake: FakeOcsp;
  let seal: IssuedPem;
  beforeAll(async () => {
    const names = { commonName: 'A', organisation: 'A', organizationIdentifier: 'PSDNO-FSA-1' };
    seal = await issueTppSeal({ ...validity, ...names, ca, roles: ['PSP_PI'] });
  });
  beforeEach(async () => {
    fake = await startFakeOcsp(ca);
    fake.known = [seal.certificate];
  });
  afterEach(() => fake.stop());

  const ofSeal = () => subject(parsed(seal.certificate).serial);
  /** The status after the first question, however long that takes. */
  async function settled(statuses: OcspStatuses): Promise<unknown> {
    let result: unknown;
    await eventually('the first question has ended', async () => {
      const status = statuses.statusOf(ofSeal(), now);
      const fault = await statuses.check().catch((error: unknown) => (error as Error).message);
      result = fault ?? status;
      return status.is !== 'unanswered' || fault !== undefined;
    });
    return result;
  }

  it('says that a certificate is good or revoked', async () => {
    expect(await settled(statusesWith({ url: fake.url }))).toEqual({ is: 'good' });
    Object.assign(fake, { known: [], revoked: [seal.certificate], reason: 'superseded' });
    const revoked = { is: 'revoked', isSuperseded: true };
    expect(await settled(statusesWith({ url: fake.url, hash: 'sha256' }))).toEqual(revoked);
  });

  it.each<readonly [OcspManner, RegExp]>([
    ['down', /answered 503/],
    ['huge', /more than 65536 bytes/],
    ['garbage', /response is malformed/],
    ['repeating', /response is malformed/],
  ])('that is %s gives no answer', async (manner, fault) => {
    fake.manner = manner;
    expect(await settled(statusesWith({ url: fake.url }))).toMatch(fault);
  });

  it('that repeats an old response, or is signed by somebody else, gives no answer', async () => {
    expect(await settled(statusesWith({ url: fake.url }))).toEqual({ is: 'good' });
    fake.manner = 'repeating';
    expect(await settled(statusesWith({ url: fake.url }))).toMatch(/nonce of another request/);
    const stranger = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
    Object.assign(fake, { manner: 'good', signer: stranger });
    expect(await settled(statusesWith({ url: fake.url }))).toMatch(/not signed by the issuer/);
  });
});
