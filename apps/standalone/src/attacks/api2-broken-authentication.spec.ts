import { startStubbedGateway } from '@nordgate/gateway/testing';
import type { StubbedGateway } from '@nordgate/gateway/testing';
import { readTrust } from '@nordgate/gateway/trust-keeper';
import { PSD2_ROLES } from '@nordgate/signature';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { IssuedPem, Validity } from '@nordgate/signature/issue';
import { codesOf } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { callOf, descriptionAt, operationsOf } from './testing/described-operations.js';
import type { Operation } from './testing/described-operations.js';

const hourMs = 3_600_000;
const redirectUri = 'https://tpp.example/back';
const organizationIdentifier = 'PSDNO-FSA-900000001';

const around = (fromMs: number, toMs: number): Validity => ({
  validFrom: new Date(Date.now() + fromMs),
  validTo: new Date(Date.now() + toMs),
});
const valid = around(-hourMs, hourMs);
const caOf = (commonName: string) =>
  issueSandboxCa({ ...valid, commonName, organisation: commonName });
const sealOf = (ca: IssuedPem, validity = valid) =>
  issueTppSeal({
    ...{ ...validity, ca, commonName: 'A TPP', organisation: 'A TPP AS' },
    ...{ organizationIdentifier, roles: PSD2_ROLES },
  });

let gateway: StubbedGateway;
let operations: readonly Operation[];
/** The TPP that the gateway trusts, and those that sign with a certificate to which they have no right. */
let clients: Readonly<Record<string, TppClient>>;

beforeAll(async () => {
  // The CA of a stranger has the same name as the trusted one.
  const [ca, foreignCa] = await Promise.all([caOf('The CA'), caOf('The CA')]);
  const none = { folder: undefined, registerPath: undefined };
  const options = { ...none, always: [ca.certificate], revocationPolicy: 'optional' } as const;
  const rates = { perTpp: 1e6, perAddress: 1e6 };
  gateway = await startStubbedGateway({ rates, trust: await readTrust(options, new Date()) });
  operations = operationsOf(await descriptionAt(gateway.url)).filter(({ isSigned }) => isSigned);
  const [trusted, other, foreign, expired, early] = await Promise.all([
    sealOf(ca),
    sealOf(ca),
    sealOf(foreignCa),
    sealOf(ca, around(-2 * hourMs, -hourMs)),
    sealOf(ca, around(hourMs, 2 * hourMs)),
  ]);
  const stolen = { certificate: trusted.certificate, key: other.key };
  const clientOf = (identity: IssuedPem) =>
    new TppClient({ baseUrl: gateway.url, identity, redirectUri });
  clients = {
    trusted: clientOf(trusted),
    stolen: clientOf(stolen),
    foreign: clientOf(foreign),
    expired: clientOf(expired),
    early: clientOf(early),
  };
});
afterAll(() => gateway.stop());

type Send = (call: TppCall) => Promise<TppAnswer>;

const by =
  (name: string): Send =>
  (call) =>
    clients[name]!.call(call);

/** Sends what the trusted TPP has signed, with changed headers. */
const changed =
  (change: (headers: Record<string, string>) => Record<string, string | undefined>): Send =>
  (call) => {
    const { headers, body } = clients['trusted']!.signed(call);
    const sent = Object.entries({ ...headers, ...change(headers) }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return clients['trusted']!.send(call.method, call.path, Object.fromEntries(sent), body);
  };

const without = (name: string) =>
  changed((headers) =>
    Object.fromEntries(
      Object.keys(headers)
        .filter((one) => one.toLowerCase() === name)
        .map((one) => [one, undefined]),
    ),
  );
const atMoment = (offMs: number) => (call: TppCall) =>
  clients['trusted']!.call({ ...call, sign: { now: new Date(Date.now() + offMs) } });

/** Each way to come without a right to the name in the certificate. */
const attacks: readonly (readonly [string, Send])[] = [
  ['no signature', without('signature')],
  ['no certificate', without('tpp-signature-certificate')],
  ['no date', without('date')],
  ['the certificate of a TPP, and another key', by('stolen')],
  ['a certificate of an untrusted CA of the same name', by('foreign')],
  ['an expired certificate', by('expired')],
  ['a certificate that is not valid yet', by('early')],
  ['a signature that is 61 s old', atMoment(-61_000)],
  // More than the bound of 60 s, as time goes on while a request is on its way.
  ['a signature from 90 s ahead', atMoment(90_000)],
  ['the signature of another request', changed(() => ({ 'x-request-id': crypto.randomUUID() }))],
  ['a PSU-ID that was changed after signing', changed(() => ({ 'psu-id': crypto.randomUUID() }))],
];

describe('API2:2023 broken authentication', () => {
  it('leaves every signed operation open to the TPP that has the certificate and its key', async () => {
    expect(operations.length).toBeGreaterThan(90);
    const turnedAway: string[] = [];
    for (const one of operations) {
      const { status, ...answer } = await by('trusted')(callOf(one));
      const codes = codesOf({ status, ...answer });
      if (status === 403 || codes.includes('BAD_REQUEST')) turnedAway.push(one.name);
    }
    expect(turnedAway).toEqual([]);
  });

  it.each(attacks)('finds no signed operation that takes %s', async (_what, send) => {
    const before = gateway.bus.count;
    const open: string[] = [];
    for (const one of operations) {
      const { status } = await send(callOf(one));
      if (status !== 400) open.push(`${one.name} ${String(status)}`);
    }
    expect(open).toEqual([]);
    expect(gateway.bus.count).toBe(before);
  });
});
