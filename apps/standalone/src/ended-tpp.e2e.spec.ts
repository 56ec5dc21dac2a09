import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperationsClient } from '@nordgate/operator/operations-client';
import { opensslRevocationList } from '@nordgate/signature/testing';
import {
  accountOf,
  actAs,
  eventually,
  grantAt,
  jsonWith,
  pageOf,
  PsuBrowser,
  scaRedirectOf,
  setUpSandbox,
} from '@nordgate/testing';
import type { ListedCustomer, PatientTpp } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';
import { doors, ways } from './testing/tpp-doors.js';
import type { Door, OpenDoor, Way } from './testing/tpp-doors.js';

/** A change of the trust reaches the gateway within seconds. */
const slowly = { limitMs: 60_000, everyMs: 200 };

let test: TestBank;
let folder: string;
let operations: OperationsClient;
let customer: ListedCustomer;
const names = ['PSDNO-FSA-840000001', 'PSDNO-FSA-840000002', 'PSDNO-FSA-840000003'];
/** A TPP that stays. */
const another = 'PSDNO-FSA-840000004';

async function putRegister(withdrawn: readonly string[] = []): Promise<void> {
  const entries = [...names, another].map((organizationIdentifier) => ({
    ...{ organizationIdentifier, name: organizationIdentifier, from: '2026-01-01' },
    ...{ roles: ['PSP_PI', 'PSP_AI'], status: 'authorised' },
    ...(withdrawn.includes(organizationIdentifier) && { status: 'withdrawn' }),
  }));
  await writeFile(join(folder, 'register.json'), JSON.stringify(entries));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-ended-'));
  await mkdir(join(folder, 'trusted'));
  await putRegister();
  const trustDir = join(folder, 'trusted');
  test = await startTestBank({ trustDir, registerFile: join(folder, 'register.json') });
  operations = await OperationsClient.open({
    OPERATIONS_URL: test.bank.operationsUrl,
    NORDGATE_SECRETS_DIR: join(test.dataDir, 'secrets'),
  });
});
beforeAll(async () => {
  const [first] = await setUpSandbox({ ...test.world(), tpp: await test.newTpp(another) });
  if (first === undefined) throw new Error('the sandbox has no customer');
  customer = first;
});
afterAll(async () => {
  await test.stop();
  await rm(folder, { recursive: true });
});

/** Ends this TPP in one of the ways. */
async function end(way: Way, tpp: PatientTpp, tppId: string): Promise<void> {
  if (way === ways[0]) {
    await operations.run({ name: 'StopTpp', id: tppId, tppId, reason: 'fraud' });
  } else if (way === ways[1]) {
    await putRegister([tppId]);
  } else {
    const revoked = [String(tpp.options.identity.certificate)];
    const list = await opensslRevocationList(test.bank.trust.ca, { revoked });
    await writeFile(join(folder, 'trusted', 'sandbox.crl'), list);
  }
}

/** Opens each door of a TPP while it may act, and returns what tries it again: the status. */
async function doorsOf(
  tpp: PatientTpp,
  tppId: string,
): Promise<Readonly<Record<Door, () => Promise<number>>>> {
  const path = '/v1/bank-offered-consents';
  const ask = () => tpp.call({ method: 'POST', path });
  const link = scaRedirectOf(jsonWith<object>(await ask(), 201));
  const email = 'psd2-operations@tpp.example';
  await tpp.call({ method: 'PUT', path: '/v1/tpp/contact', body: { email } });
  const newCode = async () => {
    const asked = await tpp.call({ method: 'POST', path: '/v1/sandbox/console-codes' });
    return jsonWith<{ readonly code: string }>(asked, 201).code;
  };
  const { consoleUrl } = test.bank;
  const open = (code: string) =>
    fetch(`${consoleUrl}/visit`, {
      ...{ method: 'POST', redirect: 'manual' as const },
      body: new URLSearchParams({ code }),
    });
  const [cookie = ''] = ((await open(await newCode())).headers.get('set-cookie') ?? '').split(';');
  const page = async () => fetch(`${consoleUrl}/certificate`, { headers: { cookie } });
  const token = /name="token" value="([^"]+)"/.exec(await (await page()).text())?.[1] ?? '';
  const codes = [await newCode(), await newCode()];
  const accounts = () => tpp.call({ method: 'GET', path: '/v1/accounts' });
  const consent = scaRedirectOf(jsonWith<object>(await accounts(), 401));
  const world = { ...test.world(), tpp };
  actAs(tpp, await grantAt(world, consent, customer, { bbans: [accountOf(customer)] }));
  return {
    'a signed request': async () => (await ask()).status,
    'a read with a consent': async () => (await accounts()).status,
    'a link of before': async () =>
      pageOf(await new PsuBrowser(test.bank.scaUrl).open(link)).status,
    'a page of the console': async () => (await page()).status,
    'a certificate of the console': async () => {
      const body = new URLSearchParams({ token, role: 'PSP_PI', key: '' });
      const url = `${consoleUrl}/certificate`;
      return (await fetch(url, { method: 'POST', headers: { cookie }, body })).status;
    },
    'a code of the console': async () => (await open(codes.pop() ?? '')).status,
    'the list of contacts': async () => {
      const contacts = await operations.run({ name: 'ListTppContacts' });
      const isListed = (contacts as readonly { tppId: string }[]).some(
        (one) => one.tppId === tppId,
      );
      return isListed ? 200 : 404;
    },
  };
}

describe('a TPP', () => {
  it.each(ways.map((way, at) => [way, names[at] ?? ''] as const))(
    'finds every door closed that remembers it when %s',
    async (way, tppId) => {
      const tpp = await test.newTpp(tppId);
      const tries = await doorsOf(tpp, tppId);
      expect(Object.keys(tries)).toEqual(Object.keys(doors));
      for (const [door, { open }] of Object.entries(doors)) {
        expect([door, await tries[door as Door]()]).toEqual([door, open]);
      }
      await end(way, tpp, tppId);
      await eventually(
        'the gateway knows the end',
        async () => (await tries['a signed request']()) !== 201,
        slowly,
      );
      for (const [door, { open, stays = [] }] of Object.entries<OpenDoor>(doors)) {
        const isOpen = (await tries[door as Door]()) === open;
        expect([door, isOpen]).toEqual([door, stays.includes(way)]);
      }
    },
  );
});
