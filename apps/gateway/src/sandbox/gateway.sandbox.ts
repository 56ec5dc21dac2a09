import type { Type } from '@nestjs/common';
import { defined } from '@nordgate/decider';
import { keepWorlds } from '@nordgate/service';
import type { Platform } from '@nordgate/service';
import { readTogether, SecretsFolder } from '@nordgate/service/settings';
import type { ProcessDefinition } from '@nordgate/service/process';
import type { PublicKeys } from '@nordgate/service/settings';
import { startGateway } from '../gateway.app.js';
import type { GatewaySettings, RunningGateway } from '../gateway.app.js';
import { gatewayFiles, gatewayProcess, gatewaySettingsOf } from '../gateway.process.js';
import type { GatewayFiles } from '../gateway.process.js';
import type { GatewayProcessSettings } from '../gateway.settings.js';
import { worldBeginning } from './begin-world.js';
import { CONSOLE_ADDRESS, ConsoleCodesController } from './console/console-codes.controller.js';
import type { ConsoleAddress } from './console/console-codes.controller.js';
import { ConsoleWorlds } from './other-channels/console-worlds.service.js';
import { RequestWatch } from './console/request-watch.hook.js';
import { ConsoleActs } from './other-channels/console-acts.service.js';
import { OtherChannels } from './other-channels/other-channels.service.js';
import { ClockMoves, UnseenOrders } from './routes/clock-moves.js';
import { HeldAccountsController } from './routes/held-accounts.controller.js';
import { HeldCardAccountsController } from './routes/held-card-accounts.controller.js';
import { OtherChannelsController } from './other-channels/other-channels.controller.js';
import { SandboxAccountsController } from './routes/sandbox-accounts.controller.js';
import { SandboxAgreementsController } from './routes/sandbox-agreements.controller.js';
import { SandboxBatchRunsController } from './routes/sandbox-batch-runs.controller.js';
import { SandboxCardAccountsController } from './routes/sandbox-card-accounts.controller.js';
import { SandboxCardTransactionsController } from './routes/sandbox-card-transactions.controller.js';
import { SandboxClockController } from './routes/sandbox-clock.controller.js';
import { SandboxCustomersController } from './routes/sandbox-customers.controller.js';
import { SandboxEngagementsController } from './routes/sandbox-engagements.controller.js';
import { SandboxTransactionsController } from './routes/sandbox-transactions.controller.js';
import { SandboxController } from './routes/sandbox.controller.js';
import { TransactionsByHand } from './routes/transactions-by-hand.js';
import { TutorialController } from './routes/tutorial.controller.js';

/** The settings of the gateway of a sandbox. */
export interface SandboxGatewaySettings extends GatewaySettings {
  readonly environment: 'sandbox';
  /** Without it the gateway keeps no requests and makes no codes. */
  readonly console?: ConsoleAddress | undefined;
}

const routes: readonly Type[] = [
  TutorialController,
  SandboxController,
  SandboxCustomersController,
  HeldAccountsController,
  HeldCardAccountsController,
  SandboxAccountsController,
  SandboxCardAccountsController,
  SandboxAgreementsController,
  SandboxEngagementsController,
  SandboxBatchRunsController,
  SandboxClockController,
  SandboxTransactionsController,
  SandboxCardTransactionsController,
  OtherChannelsController,
];

const providers: readonly Type[] = [ClockMoves, TransactionsByHand, UnseenOrders, OtherChannels];

/** Starts the gateway with what only a sandbox has. Resolves and rejects as `startGateway` does. */
export function startSandboxGateway(
  platform: Platform,
  { console, ...settings }: SandboxGatewaySettings,
): Promise<RunningGateway> {
  const worldsWith: GatewaySettings['worldsWith'] = (on, commands, services) =>
    keepWorlds(on, worldBeginning(commands, services));
  const worlds = { ...settings, worldsWith };
  if (console === undefined) {
    const added = { controllers: routes, providers };
    return startGateway(platform, { ...worlds, added });
  }
  const address = { provide: CONSOLE_ADDRESS, useValue: console };
  const controllers = [...routes, ConsoleCodesController];
  const added = { controllers, providers: [...providers, ConsoleActs, ConsoleWorlds, address] };
  return startGateway(platform, { ...worlds, added, watch: new RequestWatch() });
}

/** What the gateway of a sandbox reads from its mounted files. */
interface SandboxFiles extends GatewayFiles {
  readonly consoleUrl: string | undefined;
  readonly consoleKeys: PublicKeys | undefined;
}

/** The gateway of a sandbox as a process. */
export const sandboxGatewayProcess: ProcessDefinition<GatewayProcessSettings, SandboxFiles> = {
  ...gatewayProcess,
  open: (settings, watch) => {
    const { CONSOLE_PUBLIC_URL: url } = settings;
    const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR, watch);
    return readTogether({
      ...gatewayFiles(settings, watch),
      consoleUrl: url && new URL(url).origin,
      // The keys of accounts, which asks for the requests of a TPP. Nobody else queries a gateway.
      consoleKeys: url === undefined ? undefined : secrets.publicKeys('internal-accounts'),
    });
  },
  start: async ({ settings, own: { consoleUrl, ...own }, platform }) => {
    const gateway = await startSandboxGateway(platform, {
      ...gatewaySettingsOf(settings, own, platform),
      environment: 'sandbox',
      ...defined({ console: consoleUrl === undefined ? undefined : { url: consoleUrl } }),
    });
    return { edge: gateway, addresses: [['interface for TPPs', `${gateway.url}/v1`]] };
  },
};
