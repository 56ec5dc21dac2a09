export { departureOf, pageOf, PsuBrowser, SiteError } from './psu/psu-browser.js';
export type { Departure, Page } from './psu/psu-browser.js';
export { actFor, asksForNumber, openToSign, pickedOn, sandboxCodeOn } from './psu/site-forms.js';
