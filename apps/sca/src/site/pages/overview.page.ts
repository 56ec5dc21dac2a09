import type { TextKey } from '../language/en.js';
import { inboxPart } from './inbox.part.js';
import type { InboxPart } from './inbox.part.js';
import { passkeysPart } from './passkeys.part.js';
import type { PasskeysPart } from './passkeys.part.js';
import { pageOf } from './templates.page.js';

/**
 * What waits for a PSU's signature, what they have let TPPs read and their passkeys; without `csrf` of
 * a visit there is the way to the log-in only.
 */
export interface OverviewPage extends InboxPart, PasskeysPart {
  readonly notice?: TextKey;
  readonly csrf: string;
  readonly logIn: string;
  readonly logOut: string;
  readonly revoke: string;
  /** Undefined before the log-in. */
  readonly accesses?: readonly {
    /** How the form names it. */
    readonly key: string;
    readonly tppName: string;
    readonly actsFor: string;
    /** Undefined: an account that is gone. */
    readonly accounts: readonly ({ readonly name: string; readonly number: string } | undefined)[];
    readonly since: string;
    readonly until: string;
  }[];
}

export const renderOverview = pageOf<OverviewPage>(`
<% if (it.notice) { %>
<p class="code" role="status"><%= it.t(it.notice) %></p>
<% } %>
<% if (!it.accesses) { %>
<p class="lead"><%= it.t('my.start') %></p>
<form class="card" method="post" action="<%= it.logIn %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<button type="submit" name="action" value="login"><%= it.t('my.logIn') %></button>
</form>
<% } else { %>
${inboxPart}
<% if (it.accesses.length === 0) { %>
<p class="lead"><%= it.t('my.none') %></p>
<% } %>
<% it.accesses.forEach((access) => { %>
<section class="card">
<h2><%= access.tppName %></h2>
<dl>
<div><dt><%= it.t('my.actsFor') %></dt><dd><%= access.actsFor %></dd></div>
<div><dt><%= it.t('my.accounts') %></dt><dd>
<% access.accounts.forEach((account) => { %>
<% if (account) { %><%= account.name %> <%= account.number %><% } else { %><%= it.t('my.gone') %><% } %><br>
<% }) %>
</dd></div>
<div><dt><%= it.t('my.since') %></dt><dd><%= access.since %></dd></div>
<div><dt><%= it.t('my.until') %></dt><dd><%= access.until %></dd></div>
</dl>
<form method="post" action="<%= it.revoke %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<input type="hidden" name="access" value="<%= access.key %>">
<button type="submit" name="action" value="revoke"><%= it.t('my.revoke', { tpp: access.tppName }) %></button>
</form>
</section>
<% }) %>
${passkeysPart}
<form class="away" method="post" action="<%= it.logOut %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<button type="submit" class="quiet" name="action" value="logout"><%= it.t('my.logOut') %></button>
</form>
<% } %>
`);
