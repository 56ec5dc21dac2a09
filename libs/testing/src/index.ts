export { aDomesticPayment, aPeriodicPayment } from './payment-bodies.js';
export { PsuBrowser, departureOf, pageOf } from './psu-browser.js';
export type { Departure, Page } from './psu-browser.js';
export { TppClient } from './tpp-client.js';
export type { KnownPsu, TppAnswer, TppCall, TppOptions } from './tpp-client.js';
