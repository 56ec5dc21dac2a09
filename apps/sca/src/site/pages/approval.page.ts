import type { ScaMethodName } from '@nordgate/contracts/events';
import type { MethodOnPage } from '../challenge/sca-method.js';
import type { Line } from '../approval/payment-lines.js';
import type { TextKey } from '../language/en.js';
import { contextsPart } from './contexts.part.js';
import { backPart, signersPart } from './signers.part.js';
import type { SignersPart } from './signers.part.js';
import type { ContextsPart } from './contexts.part.js';
import type { PageKind } from './page-kind.js';
import { passkeyProofPart } from './passkey-proof.part.js';
import { sandboxCodePart } from './sandbox-code.part.js';
import { pageOf } from './templates.page.js';

/** What is to be approved, and how. */
export interface ApprovalPage extends ContextsPart, SignersPart {
  readonly kind: PageKind;
  readonly tppName: string;
  readonly customerName: string;
  readonly actsFor: string;
  readonly payments: readonly {
    /** Which one of several it is. */
    readonly heading?: string;
    readonly lines: readonly Line[];
    /** Why approving does not pay this one. */
    readonly mark?: TextKey;
  }[];
  /** The accounts that the code grants, when a consent is asked for. */
  readonly accounts?: readonly { readonly name: string; readonly number: string }[];
  /** Hash of those accounts. */
  readonly shown?: string;
  readonly notice?: { readonly key: TextKey; readonly left: string };
  readonly approve: string;
  readonly refuse: string;
  readonly csrf: string;
  readonly contextKey: string;
  /** How the PSU proves to approve. */
  readonly proof: MethodOnPage;
  /**
   * Other methods that the PSU may pick, in the context that is shown. Picked accounts stay in theirs:
   * naming it would begin the choice anew.
   */
  readonly others: readonly ScaMethodName[];
  readonly minutesLeft: number;
}

export const renderApproval = pageOf<ApprovalPage>(`
<% if (it.notice) { %>
<p class="problem" role="alert"><%= it.t(it.notice.key, { left: it.notice.left }) %></p>
<% } %>
<dl class="who">
<div><dt><%= it.t('approval.by') %></dt><dd><%= it.tppName %></dd></div>
<div><dt><%= it.t('approval.customer') %></dt><dd><%= it.customerName %></dd></div>
<% if (it.contexts.length === 0 && it.kind !== 'overview' && it.kind !== 'passkey') { %>
<div><dt><%= it.t('approval.actsFor') %></dt><dd><%= it.actsFor %></dd></div>
<% } %>
</dl>
${contextsPart}
${signersPart}
<% if (it.accounts) { %>
<section class="card">
<p><%= it.t(it.accounts.length === 0 ? 'accounts.noneChosen' : 'accounts.chosen', { tpp: it.tppName }) %></p>
<dl>
<% it.accounts.forEach((account) => { %>
<div><dt><%= account.name %></dt><dd><%= account.number %></dd></div>
<% }) %>
</dl>
<p><a href="<%= it.change %>?context=<%= it.contextKey %>"><%= it.t('accounts.change') %></a></p>
</section>
<% } else if (it.kind === 'contact') { %>
<p class="card"><%= it.t('approval.contactText', { tpp: it.tppName }) %></p>
<% } else if (it.kind === 'passkey') { %>
<p class="card"><%= it.t('approval.passkeyText') %></p>
<% } %>
<% it.payments.forEach((payment) => { %>
<section class="card payment<% if (payment.mark) { %> marked<% } %>">
<% if (payment.heading) { %>
<h2><%= payment.heading %></h2>
<% } %>
<dl>
<% payment.lines.forEach((line) => { %>
<div><dt><%= line.label %></dt><dd><% if (line.exact) { %><data value="<%= line.exact %>"><%= line.value %></data><% } else { %><%= line.value %><% } %></dd></div>
<% }) %>
</dl>
<% if (payment.mark) { %>
<p class="mark"><%= it.t(payment.mark) %></p>
<% } %>
</section>
<% }) %>
<form class="card" method="post" action="<%= it.approve %>"<% if (it.proof.request) { %> data-passkey="<%= it.proof.request %>"<% } %>>
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<input type="hidden" name="context" value="<%= it.contextKey %>">
<input type="hidden" name="method" value="<%= it.proof.method %>">
<% if (it.shown) { %>
<input type="hidden" name="shown" value="<%= it.shown %>">
<% } %>
<% if (it.proof.method === 'passkey') { %>
${passkeyProofPart}
<% } else { %>
${sandboxCodePart}
<% } %>
</form>
<% it.others.forEach((one) => { %>
<p class="away"><a class="button quiet" href="<%= it.change %>?method=<%= one %><% if (!it.accounts) { %>&amp;context=<%= it.contextKey %><% } %>"><%= it.t('approval.use.' + one) %></a></p>
<% }) %>
<form class="away" method="post" action="<%= it.refuse %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<p class="hint" id="refuse-hint"><%=
 it.t('approval.refuseHint.' + it.kind) %></p>
<button type="submit" class="quiet" name="action" value="refuse" aria-describedby="refuse-hint"><%= it.t('approval.refuse') %></button>
</form>
${backPart}
`);
