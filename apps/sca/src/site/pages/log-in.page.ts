import type { TextKey } from '../language/en.js';
import type { PageKind } from './page-kind.js';
import { pageOf } from './templates.page.js';

/** The log-in of a link. */
export interface LogInPage {
  readonly kind: PageKind;
  readonly tppName: string;
  readonly action: string;
  readonly csrf: string;
  readonly error?: TextKey;
  /** Back to the TPP without logging in. */
  readonly cancel?: string;
}

export const renderLogIn = pageOf<LogInPage>(`
<p class="lead"><%= it.t('logIn.' + it.kind, { tpp: it.tppName }) %></p>
<form class="card" method="post" action="<%= it.action %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<% if (it.error) { %>
<p class="problem" role="alert" id="problem"><%= it.t(it.error) %></p>
<% } %>
<label for="customerNumber"><%= it.t('logIn.customerNumber') %></label>
<p class="hint" id="hint"><%= it.t('logIn.hint') %>.
<% if (it.environment === 'sandbox') { %> <%= it.t('logIn.sandboxHint') %><% } %></p>
<input id="customerNumber" name="customerNumber" type="text" inputmode="numeric" maxlength="20"
 autocomplete="off" spellcheck="false" required autofocus
 aria-describedby="hint<% if (it.error) { %> problem<% } %>"
 <% if (it.error) { %>aria-invalid="true"<% } %>>
<button type="submit" name="action" value="login"><%= it.t('logIn.submit') %></button>
</form>
<% if (it.cancel) { %>
<p class="away"><a href="<%= it.cancel %>"><%= it.t('back.cancel', { tpp: it.tppName }) %></a></p>
<% } %>
`);
