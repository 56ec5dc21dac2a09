import type { TextKey } from '../language/en.js';
import { contextsPart } from './contexts.part.js';
import type { ContextsPart } from './contexts.part.js';
import { pageOf } from './templates.page.js';

/** The accounts to pick from (specification 5.10). */
export interface AccountsPage extends ContextsPart {
  readonly tppName: string;
  readonly customerName: string;
  readonly actsFor: string;
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string;
    readonly number: string;
    readonly isTicked: boolean;
  }[];
  readonly notice?: { readonly key: TextKey; readonly left: string };
  readonly choose: string;
  readonly refuse: string;
  readonly csrf: string;
  readonly contextKey: string;
  readonly minutesLeft: number;
}

export const renderAccounts = pageOf<AccountsPage>(`
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
${contextsPart}
<form class="card" method="post" action="<%= it.choose %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<input type="hidden" name="context" value="<%= it.contextKey %>">
<fieldset>
<legend><%= it.t('accounts.legend', { name: it.actsFor }) %></legend>
<p class="hint"><%= it.t('accounts.hint', { tpp: it.tppName }) %>
 <%= it.t('approval.minutesLeft', { minutes: String(it.minutesLeft) }) %></p>
<% if (it.accounts.length === 0) { %>
<p><%= it.t('accounts.none') %></p>
<% } %>
<% it.accounts.forEach((account, i) => { %>
<label class="choice" for="account-<%= i %>">
<input type="checkbox" id="account-<%= i %>" name="account" value="<%= account.id %>"
 <% if (account.isTicked) { %>checked<% } %>>
<span><strong><%= account.name %></strong>
<small><%= account.number %></small></span>
</label>
<% }) %>
</fieldset>
<button type="submit" name="action" value="choose"><%= it.t('accounts.submit') %></button>
</form>
<form class="away" method="post" action="<%= it.refuse %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<p class="hint" id="refuse-hint"><%= it.t('approval.refuseHint.access') %></p>
<button type="submit" class="quiet" name="action" value="refuse" aria-describedby="refuse-hint"><%= it.t('approval.refuse') %></button>
</form>
`);
