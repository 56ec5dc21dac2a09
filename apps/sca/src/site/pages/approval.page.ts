import type { AuthorisedResource } from '@nordgate/contracts';
import type { Line } from '../approval/payment-lines.js';
import type { TextKey } from '../language/texts.js';
import { pageOf } from './templates.page.js';

/** What is to be approved, and how. */
export interface ApprovalPage {
  readonly kind: AuthorisedResource['kind'];
  readonly tppName: string;
  readonly customerName: string;
  readonly actsFor: string;
  /** The contexts to choose from (specification 5.14); none when there is no choice. */
  readonly contexts: readonly {
    readonly key: string;
    readonly kind: 'PRIVATE' | 'CORPORATE';
    readonly name: string;
    readonly isShown: boolean;
  }[];
  /** Where another context is chosen. */
  readonly change: string;
  readonly payments: readonly {
    /** Which one of several it is. */
    readonly heading?: string;
    readonly lines: readonly Line[];
    /** Why approving does not pay this one. */
    readonly mark?: TextKey;
  }[];
  readonly notice?: { readonly key: TextKey; readonly left: string };
  readonly approve: string;
  readonly refuse: string;
  readonly csrf: string;
  readonly contextKey: string;
  /** The sandbox's code. */
  readonly code?: string;
  readonly minutesLeft: number;
}

export const renderApproval = pageOf<ApprovalPage>(`
<% if (it.notice) { %>
<p class="problem" role="alert"><%= it.t(it.notice.key, { left: it.notice.left }) %></p>
<% } %>
<dl class="who">
<div><dt><%= it.t('approval.by') %></dt><dd><%= it.tppName %></dd></div>
<div><dt><%= it.t('approval.customer') %></dt><dd><%= it.customerName %></dd></div>
<% if (it.contexts.length === 0) { %>
<div><dt><%= it.t('approval.actsFor') %></dt><dd><%= it.actsFor %></dd></div>
<% } %>
</dl>
<% if (it.contexts.length > 0) { %>
<form class="card" method="get" action="<%= it.change %>">
<fieldset>
<legend><%= it.t('approval.actsFor') %></legend>
<% it.contexts.forEach((context, i) => { %>
<label class="choice" for="context-<%= i %>">
<input type="radio" id="context-<%= i %>" name="context" value="<%= context.key %>"
 <% if (context.isShown) { %>checked<% } %>>
<span><strong><%= context.name %></strong>
<small><%= it.t('context.' + context.kind) %></small></span>
</label>
<% }) %>
</fieldset>
<button type="submit" class="quiet" name="action" value="choose"><%= it.t('context.submit') %></button>
</form>
<% } %>
<% if (it.kind === 'access') { %>
<p class="card"><%= it.t('approval.accessText', { tpp: it.tppName }) %></p>
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
<form class="card" method="post" action="<%= it.approve %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<input type="hidden" name="context" value="<%= it.contextKey %>">
<% if (it.code) { %>
<p class="code"><%= it.t('approval.sandboxCode') %> <output id="sandbox-code" data-sandbox-code><%= it.code %></output></p>
<% } %>
<label for="code"><%= it.t('approval.code') %></label>
<p class="hint" id="hint"><%= it.t('approval.codeHint') %>
 <%= it.t('approval.minutesLeft', { minutes: String(it.minutesLeft) }) %></p>
<input id="code" name="code" type="text" inputmode="numeric" maxlength="12"
 autocomplete="one-time-code" required aria-describedby="hint">
<button type="submit" name="action" value="approve"><%= it.t('approval.submit.' + it.kind) %></button>
</form>
<form class="away" method="post" action="<%= it.refuse %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<p class="hint" id="refuse-hint"><%=
 it.t('approval.refuseHint.' + it.kind) %></p>
<button type="submit" class="quiet" name="action" value="refuse" aria-describedby="refuse-hint"><%= it.t('approval.refuse') %></button>
</form>
`);
