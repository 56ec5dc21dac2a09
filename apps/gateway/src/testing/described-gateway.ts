import { issueBankSeal, issueSandboxCa } from '@nordgate/signature/issue';
import { defaultProfile } from '@nordgate/contracts/profile';
import type { DescribedHeaders } from '@nordgate/contracts/http';
import { exampleDay } from '../description/examples.js';
import { readTutorial, startHere } from '../description/first-payment.js';
import { openApiOf } from '../description/open-api.js';
import type { OpenApi } from '../description/open-api.js';
import { responseSealOf } from '../seal/mounted-seal.js';
import { startStubbedGateway } from './stubbed-gateway.js';
import type { StubbedGateway, StubbedSettings } from './stubbed-gateway.js';

/** The description of the sandbox in docs/reference: that of a gateway with a seal and a console on the day of the examples. */
export async function describedSandbox({
  headers = 'all',
}: { readonly headers?: DescribedHeaders } = {}): Promise<OpenApi> {
  const gateway = await startSealedGateway();
  const profile = defaultProfile('sandbox');
  await gateway.stop();
  const { routes } = gateway;
  const start = startHere(await readTutorial());
  return openApiOf({ routes, profile, sealed: true, today: exampleDay, headers, start });
}

/** The description that a sandbox gateway with a seal and a console serves now. */
export async function servedDescription(changes: StubbedSettings = {}): Promise<OpenApi> {
  const gateway = await startSealedGateway(changes);
  try {
    return (await (await fetch(`${gateway.url}/v1/openapi.json`)).json()) as OpenApi;
  } finally {
    await gateway.stop();
  }
}

async function startSealedGateway(changes: StubbedSettings = {}): Promise<StubbedGateway> {
  const validity = {
    validFrom: new Date(Date.now() - 60_000),
    validTo: new Date(Date.now() + 3_600_000),
  };
  const ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  const seal = await issueBankSeal({
    ...validity,
    ca,
    commonName: 'Seal',
    organisation: 'Bank',
    organizationIdentifier: 'PSDNO-FSA-900000002',
  });
  const console = { url: 'https://console.example' };
  return startStubbedGateway({ responseSeal: responseSealOf(seal), console, ...changes });
}
