import type { Law } from './law.js';
import { acknowledgedOnce } from './laws/acknowledged-once.js';
import { answeredInOrder } from './laws/answered-in-order.js';
import { nothingParked } from './laws/nothing-parked.js';
import { published } from './laws/published.js';
import { reactions } from './laws/reactions.js';
import { rebuilt } from './laws/rebuilt.js';
import { registered } from './laws/registered.js';
import { sums } from './laws/sums.js';
import { versions } from './laws/versions.js';
import { visible } from './laws/visible.js';
import { wholeOrNot } from './laws/whole-or-not.js';
import { worstCase } from './laws/worst-case.js';

/** "Nothing lost", law by law (design §7). */
export const laws: readonly Law[] = [
  { id: 'L1', says: 'acknowledged: in the store exactly once', check: acknowledgedOnce },
  { id: 'L2', says: 'stored: on the topic, in order', check: published },
  { id: 'L2', says: 'reacted to exactly once', check: reactions },
  { id: 'L2', says: 'nothing parked', check: nothingParked },
  { id: 'L3', says: 'acknowledged: visible by GET', check: visible },
  { id: 'L4', says: 'versions without gap or repeat', check: versions },
  { id: 'L5', says: 'sums of amounts agree', check: sums },
  { id: 'L6', says: 'basket = worst case of its members', check: worstCase },
  { id: 'L7', says: 'unacknowledged: whole or not at all', check: wholeOrNot },
  { id: 'L7', says: 'only 503 where nothing is promised', check: answeredInOrder },
  { id: 'L8', says: 'views equal their rebuild', check: rebuilt },
  { id: 'L8', says: 'the register equals the payments', check: registered },
];
