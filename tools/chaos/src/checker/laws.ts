import type { Law } from './law.js';
import { acknowledgedOnce } from './laws/acknowledged.js';
import { executions } from './laws/executions.js';
import { money } from './laws/money.js';
import { nothingParked, published } from './laws/published.js';
import { reactions } from './laws/reactions.js';
import { runs } from './laws/runs.js';
import { sums } from './laws/sums.js';
import { versions } from './laws/versions.js';
import { inOrderBook, rebuilt, registered } from './laws/views.js';
import { visible } from './laws/visible.js';
import { only503, wholeOrNot } from './laws/whole-or-not.js';
import { worstCase } from './laws/worst-case.js';

/** "Nothing lost", law by law (design §7). */
export const laws: readonly Law[] = [
  { id: 'L1', promise: 'acknowledged: in the store exactly once', check: acknowledgedOnce },
  { id: 'L2', promise: 'stored: on the topic, in order', check: published },
  { id: 'L2', promise: 'reacted to exactly once', check: reactions },
  { id: 'L2', promise: 'nothing parked', check: nothingParked },
  { id: 'L3', promise: 'acknowledged: visible by GET', check: visible },
  { id: 'L4', promise: 'versions without gap or repeat', check: versions },
  { id: 'L5', promise: 'sums of amounts agree', check: sums },
  { id: 'L6', promise: 'basket = worst case of its members', check: worstCase },
  { id: 'L7', promise: 'unacknowledged: whole or not at all', check: wholeOrNot },
  { id: 'L7', promise: 'only 503 where nothing is promised', check: only503 },
  { id: 'L8', promise: 'views equal their rebuild', check: rebuilt },
  { id: 'L8', promise: 'the register equals the payments', check: registered },
  { id: 'L8', promise: 'the order book equals the payments', check: inOrderBook },
  { id: 'L9', promise: 'no money appears or vanishes', check: money },
  { id: 'L10', promise: 'each payment is executed once', check: executions },
  { id: 'L11', promise: 'every run ends with its counts', check: runs },
];
