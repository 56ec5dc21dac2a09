import {
  AccountsParameters,
  parseJsonBody,
  paymentProducts,
  queryFaults,
  signingBasketCreation,
  sandboxAccountChange,
  sandboxAccountCreation,
  sandboxAgreementChange,
  sandboxAgreementCreation,
  sandboxCardAccountChange,
  sandboxCardAccountCreation,
  sandboxCustomerChange,
  sandboxExecutionRefusal,
  sandboxPaymentChange,
  sandboxCustomerCreation,
  sandboxEngagement,
  sandboxTransaction,
  tppContactRegistration,
} from '@nordgate/contracts/http';
import {
  headerFaults,
  unservable,
  acceptedFixesOf,
  headerTable,
  languageOf,
  encodingFor,
  paymentInitiation,
} from '@nordgate/gateway/edge-readers';
import {
  createSigner,
  decodeCertificateHeader,
  decodeEncodedWords,
  encodeWord,
  parseCertificate,
  parseDistinguishedName,
  parsePsd2Statement,
  parseSignatureHeader,
} from '@nordgate/signature';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import { aDomesticPayment, aPeriodicPayment } from '@nordgate/testing';
import type { Target } from './fuzz.js';

const latin1 = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text, 'latin1'));
const common = ['', ' ', ',', ';', '"', '\\', '=', '\u0000', '\r\n', '\u00ff', '0', '9'.repeat(40)];
const names = ['CN=Bank,O=A\\, B,C=NO', 'CN=#0c0141+O="x y",OU=\\C3\\A6', '2.5.4.97=PSDNO-FSA-1'];
const values = [
  ...['application/json;q=0.5, */*', 'gzip, br;q=0.5, identity;q=0', 'nb-NO, en;q=0.8'],
  ...['utf-8, iso-8859-1;q=0.5', '[2001:db8::1]:443', 'GEO:59.91,10.75', '::ffff:192.0.2.7'],
  ...['https://tpp.example/back?x=1', 'amount-as-string, longer-names', 'PRIVATE', '443'],
  '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10',
];

/** All readers of foreign input with valid inputs; the signed ones are issued here. */
export async function fuzzTargets(): Promise<readonly Target[]> {
  const { header, certificate } = await signedOnce();
  return [...textTargets(header, certificate), ...byteTargets(certificate)];
}

function textTargets(header: string, certificate: Buffer): readonly Target[] {
  const wrapped = encodeWord(header);
  const parts = ['keyId="', 'algorithm="', 'headers="', 'signature="', '(request-target)', 'SN='];
  const words = ['=?', '?=', '?B?', '?Q?', '=C3', 'utf-8', '===='];
  return [
    textTarget('Signature header', parseSignatureHeader, [header, wrapped], [...parts, ',CA=']),
    textTarget('distinguished name', parseDistinguishedName, names, [
      'CN=',
      '#',
      '+',
      '\\C3',
      'O="',
    ]),
    textTarget('RFC 2047', decodeEncodedWords, [wrapped, '=?iso-8859-1?Q?=E6_x?='], words),
    textTarget(
      'certificate header',
      decodeCertificateHeader,
      [certificate.toString('base64')],
      ['-----BEGIN CERTIFICATE-----', '%0A', '===='],
    ),
    textTarget('query', judgeQuery, ['withBalance=true'], ['&', '%', '%ff', '+', 'toString=']),
    textTarget('header table', judgeHeaders, values, [';q=', '*', '*/*', '[', ']', '%']),
  ];
}

function byteTargets(certificate: Buffer): readonly Target[] {
  const tags = ['30', '3080', '3082', '0c', '06', '80', 'a0', '3084ffffffff', '30ff', '0101ff'];
  const pieces = tags.map((hex) => Buffer.from(hex, 'hex'));
  const statements = parseCertificate(certificate)?.qcStatements ?? Buffer.alloc(0);
  const json = ['{', '}', '[', ']', ':', '"a":', '\\u0000', '\\ud800', '1e999', 'null'];
  return [
    { name: 'QCStatement', read: parsePsd2Statement, valid: [statements], pieces },
    { name: 'certificate', read: parseCertificate, valid: [certificate], pieces },
    {
      name: 'JSON body',
      read: readBodies,
      valid: latin1(JSON.stringify(aDomesticPayment()), JSON.stringify(aPeriodicPayment())),
      pieces: latin1(...json, ...common),
    },
  ];
}

function textTarget(
  name: string,
  read: (text: string) => unknown,
  valid: readonly string[],
  pieces: readonly string[],
): Target {
  const readBytes = (input: Buffer) => read(input.toString('latin1'));
  return { name, read: readBytes, valid: latin1(...valid), pieces: latin1(...pieces, ...common) };
}

const judgeQuery = (query: string) => queryFaults(AccountsParameters, query);

/** Uses the value for every header of the table at once, and for content negotiation. */
function judgeHeaders(value: string): void {
  const header = () => value;
  headerFaults(
    header,
    paymentInitiation,
    'production',
    headerTable.map(({ name }) => name),
  );
  unservable(header);
  languageOf(value);
  encodingFor(value);
  acceptedFixesOf(value, true, new Set());
}

function readBodies(bytes: Buffer): void {
  const json = parseJsonBody(bytes);
  if ('faults' in json) return;
  const structuredAddressesFrom = '2026-08-13';
  const days = { today: '2030-03-01', lastExecutionDate: '2031-03-01', structuredAddressesFrom };
  const contacts = { roleWords: ['support'], freeMailDomains: ['gmail.com'] };
  const lists = { fixes: new Set<string>(), kidAccounts: ['15030088880'], contacts };
  const context = { ...days, ...lists };
  for (const body of bodies) body.parse(json.value, context);
}

/** Every body of the interface. */
const bodies = [
  signingBasketCreation,
  tppContactRegistration,
  sandboxCustomerCreation,
  sandboxCustomerChange,
  sandboxPaymentChange,
  sandboxExecutionRefusal,
  sandboxAccountCreation,
  sandboxAccountChange,
  sandboxCardAccountCreation,
  sandboxCardAccountChange,
  sandboxAgreementCreation,
  sandboxAgreementChange,
  sandboxEngagement,
  sandboxTransaction,
  ...paymentProducts.flatMap(({ services }) => Object.values(services).map(({ body }) => body)),
];

async function signedOnce(): Promise<{ header: string; certificate: Buffer }> {
  const validFrom = new Date('2030-01-01T00:00:00Z');
  const validity = { validFrom, validTo: new Date('2031-01-01T00:00:00Z') };
  const ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  const seal = await issueTppSeal({
    ...validity,
    ca,
    commonName: 'TPP',
    organisation: 'TPP Æ AS',
    organizationIdentifier: 'PSDNO-FSA-900000001',
    roles: ['PSP_PI', 'PSP_AI'],
  });
  const request = { method: 'GET', target: '/v1/user', headers: {}, now: validFrom } as const;
  const signed = createSigner(seal)({ ...request, wrap: 'plain' });
  const named = (name: string) =>
    Object.entries(signed).find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
  const certificate = Buffer.from(named('tpp-signature-certificate'), 'base64');
  return { header: named('signature'), certificate };
}
