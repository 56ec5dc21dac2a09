import type { Line } from '../approval/payment-lines.js';

/** What waits for a second signature, as a part of the PSU's own overview. */
export interface InboxPart {
  /** Undefined before the log-in, and while it cannot be shown. */
  readonly inbox?: readonly {
    /** How the form names it. */
    readonly key: string;
    readonly actsFor: string;
    readonly tppName: string;
    /** Name of who signed first. */
    readonly firstSigner: string;
    readonly payments: readonly (readonly Line[])[];
    /** What the button says; none where this PSU was the first. */
    readonly sign?: string;
  }[];
  readonly inboxIsDown?: true;
  /** Where the forms go. */
  readonly sign: string;
}

export const inboxPart = `
<% if (it.inboxIsDown) { %>
<p class="problem" role="status"><%= it.t('inbox.unavailable') %></p>
<% } %>
<% if (it.inbox && it.inbox.length > 0) { %>
<h2><%= it.t('inbox.title') %></h2>
<% it.inbox.forEach((item) => { %>
<section class="card payment">
<% item.payments.forEach((lines) => { %>
<dl>
<% lines.forEach((line) => { %>
<div><dt><%= line.label %></dt><dd><% if (line.exact) { %><data value="<%= line.exact %>"><%= line.value %></data><% } else { %><%= line.value %><% } %></dd></div>
<% }) %>
</dl>
<% }) %>
<dl class="about">
<div><dt><%= it.t('inbox.for') %></dt><dd><%= item.actsFor %></dd></div>
<div><dt><%= it.t('inbox.by') %></dt><dd><%= item.tppName %></dd></div>
<div><dt><%= it.t('inbox.first') %></dt><dd><%= item.firstSigner %></dd></div>
</dl>
<% if (item.sign) { %>
<form method="post" action="<%= it.sign %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<input type="hidden" name="item" value="<%= item.key %>">
<button type="submit" name="action" value="sign"><%= item.sign %></button>
</form>
<% } else { %>
<p class="hint"><%= it.t('inbox.waits') %></p>
<% } %>
</section>
<% }) %>
<% } %>
`;
