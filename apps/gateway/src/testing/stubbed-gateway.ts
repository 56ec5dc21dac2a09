import { createSecretKey, randomBytes } from 'node:crypto';
import { defaultProfile } from '@nordgate/contracts/profile';
import {
  GetSandboxCustomers,
  GetWorld,
  ListSandboxAgreements,
  ListSandboxCustomers,
} from '@nordgate/contracts/queries';
import type { Platform, Queries, Worlds } from '@nordgate/service';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { Psd2Role } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature/issue';
import { createLog, Health, startTelemetry } from '@nordgate/telemetry';
import type { Log, Telemetry } from '@nordgate/telemetry';
import { startGateway } from '../gateway.app.js';
import type { GatewaySettings, RunningGateway } from '../gateway.app.js';
import { startSandboxGateway } from '../sandbox/gateway.sandbox.js';
import type { SandboxGatewaySettings } from '../sandbox/gateway.sandbox.js';
import { readTrust } from '../trust/trust-keeper.js';
import { aWorld } from './a-world.js';
import { ImmediateBus } from './immediate-bus.js';

/**
 * The whole gateway without services: commands are decided at once, views are empty, and the world of each TPP is in
 * the generation of the test, 0 by default.
 */
export interface StubbedGateway {
  readonly url: string;
  readonly routes: RunningGateway['routes'];
  readonly bus: ImmediateBus;
  readonly telemetry: Telemetry;
  /** PEM of the CA that it trusts. */
  readonly authority: string;
  /** A seal of a TPP that this gateway trusts. */
  newSeal(organizationIdentifier: string, roles?: readonly Psd2Role[]): Promise<IssuedPem>;
  stop(): Promise<void>;
}

/** One per process, because instruments stay with the first. */
let telemetry: Telemetry | undefined;

interface StubOptions {
  /** The bus keeps the commands. Default: true. */
  readonly keep?: boolean;
  readonly log?: Log;
  /** The world that accounts answers for each TPP; none where the generation is undefined. */
  readonly world?: Pick<Worlds, 'worldOf'>;
  /** What services answer a query; undefined for an empty view. */
  readonly answer?: (query: unknown) => unknown;
}

/** What differs from the stubbed gateway of a sandbox. */
export type StubbedSettings = Partial<GatewaySettings> & Pick<SandboxGatewaySettings, 'console'>;

/** Starts a gateway on a free port of loopback. */
export async function startStubbedGateway(
  changes: StubbedSettings = {},
  { keep = true, log = silent, world = aWorld(0), answer }: StubOptions = {},
): Promise<StubbedGateway> {
  const validity = {
    validFrom: new Date(Date.now() - 60_000),
    validTo: new Date(Date.now() + 3_600_000),
  };
  const ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  const bus = new ImmediateBus(keep);
  telemetry ??= startTelemetry({ service: 'stubbed', version: '0' });
  const { console, ...others } = changes;
  const settings = {
    host: '127.0.0.1',
    port: 0,
    environment: 'sandbox' as const,
    scaUrl: 'https://sca.example',
    profile: defaultProfile('sandbox'),
    trust: await trustIn(ca),
    ids: { current: 'A', keys: { A: newKey() } },
    links: { current: 'A', keys: { A: newKey() } },
    health: new Health(),
    ...others,
  };
  const gateway = await startIn(platformOn(bus, log, { world, answer }), settings, console);
  return {
    url: gateway.url,
    routes: gateway.routes,
    bus,
    telemetry,
    authority: ca.certificate,
    newSeal: (organizationIdentifier, roles = ['PSP_PI']) =>
      issueTppSeal({
        ...validity,
        ca,
        commonName: organizationIdentifier,
        organisation: 'A TPP AS',
        organizationIdentifier,
        roles,
      }),
    stop: () => gateway.stop(),
  };
}

function trustIn({ certificate }: IssuedPem) {
  const none = { folder: undefined, registerPath: undefined };
  const options = { ...none, always: [certificate], revocationPolicy: 'optional' } as const;
  return readTrust(options, new Date());
}

/** Starts the gateway of the environment in its settings. */
function startIn(
  platform: Platform,
  settings: GatewaySettings,
  console: SandboxGatewaySettings['console'],
): Promise<RunningGateway> {
  const { environment } = settings;
  if (environment === 'production') return startGateway(platform, settings);
  return startSandboxGateway(platform, { ...settings, environment, console });
}

const silent = createLog({ app: 'stubbed', level: 'silent' });
const newKey = () => createSecretKey(randomBytes(32));

function platformOn(
  bus: ImmediateBus,
  log: Log,
  { world, answer }: { world: Pick<Worlds, 'worldOf'>; answer: StubOptions['answer'] },
): Platform {
  const ask = (query: unknown) => {
    if (query instanceof GetWorld) return worldOf(query, world);
    const given = answer?.(query);
    if (given !== undefined) return Promise.resolve(given);
    if (query instanceof ListSandboxAgreements) {
      return Promise.resolve({ agreements: [], total: 0 });
    }
    if (query instanceof ListSandboxCustomers) return Promise.resolve({ customers: [], total: 0 });
    return Promise.resolve(query instanceof GetSandboxCustomers ? [] : null);
  };
  const queries = { register: () => undefined, ask };
  return {
    bus,
    queries: queries as unknown as Queries,
    log,
    health: new Health(),
    databaseUrl: () => '',
    publishEvents: () => undefined,
  };
}

async function worldOf({ of }: GetWorld, world: Pick<Worlds, 'worldOf'>): Promise<unknown> {
  const tpp = 'tpp' in of ? of.tpp : '';
  const found = await world.worldOf(tpp);
  return found === undefined ? null : { tpp, ...found };
}
