import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import type { ConsoleCodeReply } from '@nordgate/contracts/http';
import { KeepConsoleCode } from '@nordgate/contracts/queries';
import { consoleCodeHash, consoleCodeOf, currentKeyOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';

/** Where browsers reach the console. */
export interface ConsoleAddress {
  readonly url: string;
}

/** Injection token of {@link ConsoleAddress}. */
export const CONSOLE_ADDRESS = 'gateway.console-address';

/** Codes that open the console of the sandbox. Production does not have this route. */
@Controller()
export class ConsoleCodesController {
  constructor(
    private readonly edge: Edge,
    @Inject(CONSOLE_ADDRESS) private readonly console: ConsoleAddress,
  ) {}

  /** A repeat of the request gets the same code, which opens the console once. */
  @Post('v1/sandbox/console-codes')
  @HttpCode(201)
  @SignedRoute(sandboxService, {
    id: 'createConsoleCode',
    summary: 'A code that opens the console of the sandbox once',
    answers: {
      201: {
        says: 'The code, until when it is valid, and where it is entered.',
        schema: 'ConsoleCodeReply',
      },
    },
  })
  async create(@CurrentCaller() caller: Caller): Promise<ConsoleCodeReply> {
    const { tpp, requestId, roles = [], certificate } = caller;
    const { key } = currentKeyOf(this.edge.settings.links);
    const code = consoleCodeOf(key, { tpp, requestId });
    const asked = { roles, ...defined({ certificate }) };
    const query = new KeepConsoleCode(consoleCodeHash(code), tpp, asked);
    const expiresAt = await this.edge.queries.ask(query);
    const { url: href } = this.console;
    return { code, expiresAt, _links: { console: { href, verbs: ['GET'] } } };
  }
}
