import { issueBankSeal, issueSandboxCa } from '@nordgate/signature';
import type { OpenApi } from '../description/open-api.js';
import type { GatewaySettings } from '../gateway.app.js';
import { responseSealOf } from '../seal/mounted-seal.js';
import { startStubbedGateway } from './stubbed-gateway.js';

/** The description that a sandbox gateway with a seal serves. */
export async function servedDescription(changes: Partial<GatewaySettings> = {}): Promise<OpenApi> {
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
  const gateway = await startStubbedGateway({
    responseSeal: responseSealOf(seal),
    ...changes,
  });
  try {
    return (await (await fetch(`${gateway.url}/v1/openapi.json`)).json()) as OpenApi;
  } finally {
    await gateway.stop();
  }
}
