import type { FastifyInstance } from 'fastify';
import { fixesByDefault } from './access/accept-fix.js';
import type { GatewaySettings } from './gateway.settings.js';
import type { RequestLimits } from './guard/limits.js';
import type { RouteList } from './description/route-list.js';
import { addOverloadGuard } from './guard/overload.js';
import type { Overload } from './guard/overload.js';
import { addAddressLimit, defaultRates, tppLimit } from './guard/rate-limits.js';
import { addRequestLimits } from './guard/request-limits.js';
import { addUnreadableAnswers } from './guard/unreadable.js';
import { addRequestTelemetry } from './health/request-telemetry.js';
import { addAnswerHeaders } from './reply/answer-headers.js';
import { addCodedAnswers } from './reply/coded-answers.js';
import { addKnownPaths } from './reply/known-paths.js';
import { addSeal } from './seal/seal.hook.js';
import type { SealReply } from './seal/seal.hook.js';
import type { TppTrust } from './trust/trust-state.js';
import { VerificationTurn } from './verify/turn.js';
import { addVerification } from './verify/verify.hook.js';

/** What stands between a request and its handler, and between an answer and the wire. */
export interface EdgeParts {
  readonly settings: GatewaySettings;
  /** Gets every route, for the description. */
  readonly routes: RouteList;
  readonly limits: RequestLimits;
  readonly overload: Overload;
  readonly trust: TppTrust;
  /** Without it answers are not sealed. */
  readonly seal: SealReply | undefined;
}

/** Hooks the parts into the server in the order in which a request meets them. */
export function prepareEdge(
  fastify: FastifyInstance,
  { settings, routes, limits, overload, trust, seal }: EdgeParts,
): void {
  fastify.server.maxConnections = limits.connectionsMax;
  addUnreadableAnswers(fastify.server);
  routes.follow(fastify);
  addRequestTelemetry(fastify);
  addAnswerHeaders(fastify);
  addCodedAnswers(fastify);
  const rates = { ...defaultRates, ...settings.rates };
  addAddressLimit(fastify, rates);
  addOverloadGuard(fastify, overload);
  addRequestLimits(fastify, limits);
  addKnownPaths(fastify);
  const turn = new VerificationTurn();
  const admit = tppLimit(rates);
  const { environment, profile } = settings;
  const fixesOn = fixesByDefault(profile);
  addVerification(fastify, { environment, trust, turn, admit, fixesOn, now: () => new Date() });
  // Last of all, so that the seal is over the octets that leave.
  if (seal !== undefined) addSeal(fastify, seal);
}
