import { anInstruction } from '../testing/a-payment-view.js';
import { kari } from '../testing/psu-steps.js';
import { icon, styleSheet } from './frame/asset.loader.js';
import { renderApproval } from './approve/approval.page.js';
import type { ApprovalPage } from './approve/approval.page.js';
import { renderNotice } from './frame/notice.page.js';
import { renderLogIn, renderWaiting } from './log-in/log-in.page.js';
import { siteLanguages } from './language/site-language.js';
import { paymentLines } from './content/payment-lines.js';
import { companyOf } from './content/who.part.js';

const frame = {
  language: 'en',
  environment: 'sandbox',
  bankName: 'Fjord Bank',
  address: '/my',
} as const;
const evil = `"><script>alert('x')</script>`;

const approval: ApprovalPage = {
  kind: 'payment',
  lead: 'Penger AS asks for this.',
  now: [],
  then: [],
  refuseHint: 'If you refuse, this is not paid.',
  tppName: 'Penger AS',
  customerName: 'Kari Nordmann',
  contexts: [],
  change: '/sign/aut-1',
  payments: [{ lines: paymentLines(anInstruction(), 'en'), rows: [] }],
  csrf: 'csrf-1',
  contextKey: 'PRIVATE',
  decision: {
    approve: '/sign/aut-1/approve',
    submit: 'Approve 1,250.50 NOK',
    refuse: '/sign/aut-1/refuse',
    act: 'approve',
    page: 'page-1',
    proof: { method: 'sandbox-code', code: '012345' },
    others: [],
    until: '14:32',
  },
};

function approvalHtml(change: Partial<ApprovalPage> = {}): string {
  return renderApproval(frame, { key: 'approval.contact' }, { ...approval, ...change });
}

describe('every page', () => {
  it('escapes every value for HTML', () => {
    const lines = paymentLines(anInstruction({ creditorName: evil }), 'en');
    const change = {
      tppName: evil,
      tppId: evil,
      customerName: evil,
      actsFor: evil,
      cancel: `https://t.example/${evil}`,
      payments: [{ lines, rows: [{ payee: evil, amount: evil, exact: evil, lines, mark: evil }] }],
    };
    const contexts = [{ key: evil, kind: 'PRIVATE', name: evil, isShown: true } as const];
    const pages = [
      approvalHtml(change),
      approvalHtml({ contexts }),
      renderLogIn(
        frame,
        { key: 'logIn.title' },
        {
          kind: 'payment',
          lead: 'logIn.payment',
          tppName: evil,
          tppId: evil,
          action: '/sign/1/2',
          csrf: 'c',
          host: 'bank.example',
          cancel: `https://t.example/${evil}`,
          testCustomers: [{ name: evil, number: evil }],
        },
      ),
      renderNotice(
        frame,
        { key: 'ended.used' },
        {
          text: 'failed.used',
          exit: { href: `https://t.example/${evil}`, tppName: evil },
        },
      ),
    ];
    for (const page of pages) {
      expect(page).not.toContain('<script');
      expect(page).toContain('&lt;script&gt;');
    }
  });

  it('shows amount, payee, accounts and text of a payment, and the code that approves it', () => {
    const html = approvalHtml();
    for (const text of ['1250.50', 'Strøm &amp; Varme AS', 'March &lt;invoice&gt;', '012345']) {
      expect(html).toContain(text);
    }
    expect(html).toContain('data-sandbox-code');
  });

  it('shows the organizationIdentifier of the TPP beside its name, and none of the bank', () => {
    const tppId = 'PSDNO-FSA-999900001';
    expect(approvalHtml({ tppId })).toContain(`Penger AS is registered as ${tppId}.`);
    expect(approvalHtml({ tppId })).toContain('Logged in as Kari Nordmann.');
    const logIn = {
      ...{ tppName: 'Penger AS', action: '/sign/1/2', csrf: 'c', testCustomers: [] },
      host: 'bank.example',
    };
    const logInHtml = (change: object) =>
      renderLogIn(
        frame,
        { key: 'logIn.title' },
        { kind: 'payment', lead: 'logIn.payment', ...logIn, ...change },
      );
    expect(logInHtml({ tppId })).toContain(`Penger AS is registered as ${tppId}.`);
    expect(logInHtml({ kind: 'overview' })).not.toContain('registered');
    expect(approvalHtml({ kind: 'overview' })).not.toContain('registered');
  });

  it('names the company that the PSU acts for, also one of the same name', () => {
    const [own] = kari.contexts;
    const company = { ...own!, context: 'CORPORATE', name: kari.name } as const;
    const sentence = 'You act for Kari Nordmann.';
    expect(approvalHtml({ actsFor: companyOf(company) })).toContain(sentence);
    expect(approvalHtml({ actsFor: companyOf(own!) })).not.toContain('You act for');
  });

  it('says what going back refuses, a payment or those of a basket', () => {
    const unpayable = { decision: undefined, decline: '/sign/aut-1/decline' };
    expect(approvalHtml(unpayable)).toContain('the payment is refused');
    expect(approvalHtml({ ...unpayable, kind: 'basket' })).toContain('the payments are refused');
  });

  it('marks a payment that approving declines', () => {
    const payments = [{ lines: [], rows: [], mark: 'If you approve, this payment is declined.' }];
    expect(approvalHtml({ payments })).toContain('this payment is declined.</p>');
  });

  it('has only the way back, without a code, when nothing can be approved', () => {
    const html = approvalHtml({ decision: undefined, decline: '/sign/aut-1/decline' });
    expect(html.match(/<form[^>]*action="[^"]*"/g)).toEqual([
      '<form class="card" method="post" action="/sign/aut-1/decline"',
    ]);
    expect(html).not.toContain('name="code"');
    expect(html).toContain('Back to Penger AS');
  });

  it('says a wrong code at its field, which has the focus', () => {
    const problem = { key: 'notice.wrong-code', left: '2' } as const;
    const field = (html: string) => /<input id="code"[^>]*>/.exec(html)?.[0] ?? '';
    const html = approvalHtml({ problem });
    expect(html).toMatch(/<p class="problem" role="alert" id="problem">[^<]*2/);
    for (const one of ['aria-describedby="problem hint"', 'aria-invalid="true"', 'autofocus']) {
      expect(field(html)).toContain(one);
      expect(field(approvalHtml())).not.toContain(one);
    }
  });

  it('offers to cancel beside the refusal, and says the difference', () => {
    const html = approvalHtml({ cancel: 'https://tpp.example/nok?code=SCA_INVALID' });
    expect(html).toContain('href="https://tpp.example/nok?code=SCA_INVALID"');
    expect(html).toContain('Cancel and go back to Penger AS');
    expect(html).toContain('If you cancel, nothing is approved, and Penger AS can ask again.');
    expect(html).toContain('If you refuse, this is not paid.');
    expect(approvalHtml()).not.toContain('If you cancel');
  });

  it('says who asks before what is paid, and the button comes right after it', () => {
    const html = approvalHtml();
    const places = [
      ...['asks for this.', 'class="card payment', 'name="code"', '>Approve 1,250.50 NOK<'],
      ...['>Refuse<', 'Logged in as'],
    ];
    const found = places.map((one) => html.indexOf(one));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found).not.toContain(-1);
  });

  it('labels every input and has a token in every form that changes something', () => {
    const contexts = [
      { key: 'PRIVATE', kind: 'PRIVATE', name: 'Kari', isShown: true },
      { key: 'agr-1', kind: 'CORPORATE', name: 'Fisk AS', isShown: false },
    ] as const;
    const html = approvalHtml({ contexts });
    for (const [, id] of html.matchAll(/<input (?!type="hidden")[^>]*id="([^"]+)"/g)) {
      expect(html).toContain(`<label`);
      expect(html).toContain(`for="${String(id)}"`);
    }
    const posts = html.match(/<form[^>]*method="post"/g) ?? [];
    expect(html.match(/name="csrf" value="csrf-1"/g)).toHaveLength(posts.length);
  });

  it('needs no script, no inline style and nothing from another origin', () => {
    for (const html of [approvalHtml(), renderWaiting(frame, { key: 'waiting.title' }, {})]) {
      expect(html).not.toMatch(/<script|<style|style=|onclick|src="(?!\/assets\/)|javascript:/i);
      expect(html.match(/<link[^>]*>/g)).toEqual([
        `<link rel="icon" href="${icon.path}" type="image/svg+xml">`,
        `<link rel="stylesheet" href="${styleSheet.path}">`,
      ]);
    }
  });

  it('names the bank, and leads to the start page and to the overview', () => {
    const html = renderWaiting(frame, { key: 'waiting.title' }, {});
    expect(html).toContain('<title>One moment · Fjord Bank</title>');
    expect(html).toContain(`<p class="brand"><img src="${icon.path}" alt=""> Fjord Bank`);
    expect(html).toContain('<a href="/">About this Fjord Bank site</a>');
    expect(html).toContain('<a href="/my">My apps and signatures</a>');
  });

  it.each(siteLanguages)(
    'is marked as a test environment in %s, except in production',
    (language) => {
      const html = (environment: 'sandbox' | 'production') =>
        renderWaiting({ ...frame, environment, language }, { key: 'waiting.title' }, {});
      expect(html('sandbox')).toMatch(/<p class="sandbox"><strong>Test[a-zöø ]+<\/strong>/);
      expect(html('production')).not.toContain('class="sandbox"');
    },
  );

  it('names its language', () => {
    const html = renderWaiting({ ...frame, language: 'nb' }, { key: 'waiting.title' }, {});
    expect(html).toContain('<html lang="nb">');
    expect(html).toContain('Et øyeblikk');
  });
});
