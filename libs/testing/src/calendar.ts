export { randomOrders } from './calendar/random-orders.js';
export type { OrderSpan } from './calendar/random-orders.js';
export { strangersDays } from './calendar/strangers-days.js';
