import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aDomesticPayment, jsonWith, singlePath, uncheckedTpp } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import { CountingBank, medianOf } from './counting-bank.js';
import type { WorkCounts } from './counting-bank.js';

const requests = 9;
const warmUps = 10;
const psu = { psuId: '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', tppSessionId: 'a-session' };

/** One reader of the event has a page. A rest that ends in that time adds one. */
const pagesMax = 4;
/** The metrics of OpenTelemetry write the labels of each measured value as JSON: 55 values for a POST. */
const textsMax = 70;
const textsOfReadMax = 20;

/**
 * One request at a time, so that nothing is shared with others. Under load readers and writers take many
 * events at once, and a request costs a fraction of its statements.
 */
describe('what one request sets in motion in a bank in one process', () => {
  let dataDir: string;
  let bank: CountingBank;
  let tpp: TppClient;
  let paymentId: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nordgate-counts-'));
    bank = await CountingBank.start(dataDir);
    tpp = await uncheckedTpp(bank.addresses, dataDir);
    tpp.actFor(psu);
    for (let made = 0; made < warmUps; made += 1) await post();
  });
  afterAll(async () => {
    await bank.stop();
    await rm(dataDir, { recursive: true });
  });

  async function post(): Promise<void> {
    const call = { method: 'POST', path: singlePath, body: aDomesticPayment() } as const;
    ({ paymentId } = jsonWith(await tpp.call(call), 201) as { readonly paymentId: string });
  }

  async function getStatus(): Promise<void> {
    const headers = { 'x-accept-fix': 'payment-status-before-approval' };
    const call = { method: 'GET', path: `${singlePath}/${paymentId}/status`, headers } as const;
    jsonWith(await tpp.call(call), 200);
  }

  async function countsOf(request: () => Promise<void>): Promise<WorkCounts> {
    const all: WorkCounts[] = [];
    for (let sent = 0; sent < requests; sent += 1) all.push(await bank.countOf(request));
    return medianOf(all);
  }

  it('is for a POST of a payment one append of events, and a page and a row for its one reader', async () => {
    const { 'JSON.stringify': written = 0, ...counts } = await countsOf(post);
    const { 'statement es.read_page': pages = 0, ...others } = counts;
    expect(others).toEqual({
      // The ids of the payment and its authorisation in the answer, and the token of the link.
      HMAC: 3,
      'JSON.parse': 3,
      'statement accounts.world-of-tpp': 1,
      'statement es.append_unasked': 1,
      'statement es.load_slice': 1,
      'statement es.save_checkpoint': 1,
      // The authorisation, until somebody touches it.
      'statement rows:untouched-authorisation': 1,
    });
    expect(pages).toBeLessThanOrEqual(pagesMax);
    expect(written).toBeLessThanOrEqual(textsMax);
  });

  it('is for a GET of its status one query, beside the lease of the world of its TPP', async () => {
    const { 'JSON.stringify': written = 0, ...counts } = await countsOf(getStatus);
    // A reader whose rest is over in that time.
    const { 'statement es.read_page': pages = 0, ...others } = counts;
    expect(pages).toBeLessThanOrEqual(2);
    expect(others).toEqual({
      HMAC: 1,
      'statement accounts.world-of-tpp': 1,
      'statement es.load_states': 1,
    });
    expect(written).toBeLessThanOrEqual(textsOfReadMax);
  });
});
