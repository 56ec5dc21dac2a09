import { defaultTimers } from '@nordgate/contracts/profile';
import { spec } from '@nordgate/decider/testing';
import { authorisationStream } from './authorisation.js';
import { failedBecause } from './failures.js';
import {
  command,
  identified,
  inTime,
  opened,
  shown,
  tooLate,
} from '../testing/an-authorisation.js';
import { identifyPsu } from './log-in.js';

const { given } = spec(authorisationStream, identifyPsu(defaultTimers));
const { customerId, psuId, browser } = identified().data;
const identify = (change = {}, at = inTime) =>
  command('IdentifyPsu', { customerId, psuId, browser, ...change }, at);

describe('identify the PSU', () => {
  it('uses the link up and gives ten minutes to decide', () => {
    const expiresAt = '2026-03-02T10:15:00.000Z';
    given(opened())
      .when(identify())
      .then(identified({ at: inTime, expiresAt }))
      .again()
      .thenNothing();
  });

  it('fails the authorisation when the link is over', () => {
    given(opened()).when(identify({}, tooLate)).then(failedBecause('expired', tooLate));
  });

  it('lets the same log-in pass again, with the page already shown', () => {
    given(opened(), identified(), shown()).when(identify()).thenNothing();
  });

  it('refuses another browser and another customer', () => {
    const known = given(opened(), identified());
    known.when(identify({ browser: 'hash-of-browser-2' })).thenRejected('CONFLICT');
    known.when(identify({ customerId: 'cus-2' })).thenRejected('CONFLICT');
  });

  it('says nothing about one that is over, and does not know one without a link', () => {
    given(opened(), failedBecause('expired', inTime)).when(identify()).thenNothing();
    given().when(identify()).thenRejected('SCA_NOT_FOUND');
    given(failedBecause('joined-basket', inTime)).when(identify()).thenRejected('SCA_NOT_FOUND');
  });
});
