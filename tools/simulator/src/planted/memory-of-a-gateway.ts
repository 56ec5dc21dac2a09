import { asNewPayment, withMethods } from '@nordgate/chaos/bus-bugs';
import { GetAccountAccess } from '@nordgate/contracts/queries';
import type { AccountAccessAnswer } from '@nordgate/contracts/queries';
import { readsWithoutPsu } from '@nordgate/contracts/rules';
import type { Message } from '@nordgate/messaging';
import type { ProcessBus } from '@nordgate/service/process';
import type { ProcessOwner } from '../clock/process-owner.js';
import { SimulatedClock } from '../clock/simulated-clock.js';
import type { AnswerQuery } from './answer-query.js';

/**
 * Buses of gateways, each of which keeps in its memory which payment a request has made: a request that another gateway has sent, or the same one
 * before a crash, makes a second payment. Call it once for each run of the bank.
 */
export function requestsInMemory(): (app: string, bus: ProcessBus) => ProcessBus {
  const sent = new Set<string>();
  return (app, bus) => (app === 'gateway' ? withOwnRequests(bus, sent) : bus);
}

/** @param sent the commands that any gateway has sent */
function withOwnRequests(bus: ProcessBus, sent: Set<string>): ProcessBus {
  const own = new Set<string>();
  const known = (message: Message): Message => {
    const { ce_id: id = '', ce_type: type } = message.headers;
    if (type !== 'InitiatePayment' || own.has(id)) return message;
    own.add(id);
    const isSent = sent.has(id);
    sent.add(id);
    return isSent ? asNewPayment(message) : message;
  };
  return withMethods(bus, {
    publish: (topic, messages) => bus.publish(topic, messages.map(known)),
  });
}

const dayMs = 24 * 3_600_000;

/** Lets each gateway count the reads without the PSU in its memory, in place of sca. Call it once for each run of the bank. */
export function permitsInMemory(): AnswerQuery {
  /** By gateway: when an account of a customer was read, by the right clock. */
  const counted = new WeakMap<ProcessOwner, Map<string, number[]>>();
  return async (query, ask, asker) => {
    const answer = await ask();
    if (!(query instanceof GetAccountAccess)) return answer;
    const access = answer as AccountAccessAnswer;
    if (access.access !== 'allowed' || access.permit === undefined) return answer;
    const own = counted.get(asker) ?? new Map<string, number[]>();
    counted.set(asker, own);
    const { customerId } = access;
    const key = JSON.stringify([customerId, query.read]);
    const nowMs = SimulatedClock.nowMs();
    const recent = (own.get(key) ?? []).filter((atMs) => atMs > nowMs - dayMs);
    if (recent.length < readsWithoutPsu) {
      own.set(key, [...recent, nowMs]);
      return answer;
    }
    const until = new Date((recent[0] ?? nowMs) + dayMs).toISOString();
    return { access: 'exceeded', customerId, until } as typeof answer;
  };
}
