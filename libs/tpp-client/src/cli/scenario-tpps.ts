import { readFile } from 'node:fs/promises';
import { issueTppSeal } from '@nordgate/signature/issue';
import type { Psd2Role } from '@nordgate/signature';
import { ScenarioNotHereError } from '../scenario/run-scenario.js';
import type { TppSource } from '../scenario/run-scenario.js';
import { TppClient } from '../tpp-client.js';
import { clientOf, headersOf, sealTrustOf } from './request-options.js';
import type { ConnectionOptions, SealOptions } from './request-options.js';
import { sandboxFile } from './terminal.js';
import type { Terminal } from './terminal.js';

/** Options that say which bank and which TPP a scenario has. */
export type ScenarioOptions = ConnectionOptions & SealOptions;

/** The TPPs of the command line: its own, and those that the CA of the sandbox can make. @throws UsageError */
export async function tppSourceOf(
  options: ScenarioOptions,
  terminal: Terminal,
): Promise<TppSource> {
  const seal = await sealTrustOf(options);
  const own = await clientOf(options, terminal, seal);
  const added = headersOf(options.header);
  return {
    async tpp(roles) {
      if (roles === undefined) return withHeaders(own.options, added);
      const identity = await madeFor(roles, options.sandbox);
      return withHeaders({ ...own.options, identity }, added);
    },
  };
}

/** A client that adds the headers of the command line to each request. */
function withHeaders(
  options: TppClient['options'],
  added: Readonly<Record<string, string | undefined>>,
): TppClient {
  return new (class extends TppClient {
    override signed(call: Parameters<TppClient['signed']>[0]) {
      return super.signed({ ...call, headers: { ...added, ...call.headers } });
    }
  })(options);
}

/** The organizationIdentifiers of TPPs for scenarios begin like this; the roles choose the last digit. */
const prefix = 'PSDNO-FSA-90000008';
const allRoles: readonly string[] = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'];

async function madeFor(roles: readonly string[], sandbox: string) {
  const [certificate, key] = ['ca.pem', 'ca.key.pem'].map((name) => sandboxFile(sandbox, name));
  if (certificate === undefined || key === undefined) {
    throw new ScenarioNotHereError(`it needs the CA of the sandbox, which is not in ${sandbox}`);
  }
  const bits = roles.reduce((sum, role) => sum + 2 ** allRoles.indexOf(role), 0);
  const organizationIdentifier = `${prefix}${String(bits).padStart(2, '0')}`;
  return issueTppSeal({
    ca: { certificate: await readFile(certificate, 'utf8'), key: await readFile(key, 'utf8') },
    roles: roles as readonly Psd2Role[],
    commonName: 'Scenario TPP AS',
    organisation: 'Scenario TPP AS',
    organizationIdentifier,
    validFrom: new Date(Date.now() - 3_600_000),
    validTo: new Date(Date.now() + 86_400_000),
  });
}
