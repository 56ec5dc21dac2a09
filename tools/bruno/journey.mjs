// The folder Journey of the Bruno collection: a payment from its initiation to the approval of a test customer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { block } from './block.mjs';

const product = '/v1/payments/norwegian-domestic-credit-transfers';
const redirect = 'TPP-Redirect-URI: {{redirect-uri}}';
const ofPsu = ['TPP-Session-ID: {{tpp-session-id}}', 'PSU-ID: {{psu-id}}'];
const fixes = 'x-accept-fix: amount-as-string,payment-status-before-approval';

const readMe = `A payment from its initiation to ACTC, in four requests: run the folder. The first one puts the test data of
the TPP into its known state. Other TPPs keep theirs.

The third request opens the page of the bank, and its script approves there as the test customer customer-number does
in a browser: it logs in, reads the code of the sandbox on the page, and enters it. The bank then sends the browser back
with the PSU-ID and the session, which the script keeps. Do it yourself instead: open sca-redirect in a browser, and
copy both ids from the address at which the browser ends.`;

/** Customer Én of the sandbox pays customer To. */
const payment = {
  instructedAmount: { amount: '125.50', currency: 'NOK' },
  debtorAccount: { bban: '99991200017', currency: 'NOK' },
  creditorAccount: { bban: '99991200025', currency: 'NOK' },
  creditorName: 'Sandbox Person To',
  remittanceInformationUnstructured: 'Lunch',
};

const approve = readFileSync(join(import.meta.dirname, 'approve.js'), 'utf8');

/** Its variables with their values in a new environment. */
export const journeyVariables = { 'customer-number': '14837530114', 'sca-redirect': 'unknown' };

/** Content by path. It is the last folder, because requests of other folders have no PSU. */
export function journeyFolder(seq) {
  return [
    ['Journey/folder.bru', part(`name: Journey\nseq: ${seq}`, [['docs', readMe]])],
    [
      'Journey/reset.bru',
      part('name: Put the sandbox into its known state\ntype: http\nseq: 1', [
        ['post', 'url: {{bank}}/v1/sandbox/initialize\nbody: none\nauth: none'],
        ['assert', 'res.status: eq 200'],
      ]),
    ],
    [
      'Journey/pay.bru',
      part('name: Initiate a payment\ntype: http\nseq: 2', [
        ['post', `url: {{bank}}${product}\nbody: json\nauth: none`],
        ['headers', [fixes, ...ofPsu, redirect, 'PSU-IP-Address: 192.0.2.7'].join('\n')],
        ['body:json', JSON.stringify(payment, null, 2)],
        ['assert', 'res.status: eq 201\nres.body.transactionStatus: eq RCVD'],
      ]),
    ],
    [
      'Journey/approve.bru',
      part('name: Approve it as the test customer\ntype: http\nseq: 3', [
        ['get', 'url: {{sca-redirect}}\nbody: none\nauth: none'],
        ['script:post-response', approve],
        ['assert', 'res.status: eq 200'],
      ]),
    ],
    [
      'Journey/status.bru',
      part('name: Read its status\ntype: http\nseq: 4', [
        ['get', `url: {{bank}}${product}/{{payment-id}}/status\nbody: none\nauth: none`],
        ['headers', [...ofPsu, redirect].join('\n')],
        ['assert', 'res.status: eq 200\nres.body.transactionStatus: eq ACTC'],
      ]),
    ],
  ];
}

const part = (meta, blocks) =>
  [['meta', meta], ...blocks].map(([name, content]) => block(name, content)).join('\n');
