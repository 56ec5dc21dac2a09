import type { TextKey } from '../language/en.js';
import { pageOf } from './templates.page.js';

/** A page that says something and shows the ways on. */
export interface NoticePage {
  readonly text: TextKey;
  /** This site, once more. */
  readonly again?: string;
  /** What the way there says; else that the PSU tries again. */
  readonly againText?: TextKey;
  readonly wayBack?: { readonly href: string; readonly tppName: string };
}

export const renderNotice = pageOf<NoticePage>(`
<div class="card">
<p><%= it.t(it.text) %></p>
<% if (it.again) { %>
<p><a class="button" href="<%= it.again %>"><%= it.t(it.againText || 'again') %></a></p>
<% } %>
<% if (it.wayBack) { %>
<p><a class="button<% if (it.again) { %> quiet<% } %>" href="<%= it.wayBack.href %>">
<%= it.t('back.to', { tpp: it.wayBack.tppName }) %></a></p>
<% } else if (!it.again) { %>
<p class="hint"><%= it.t('back.closeWindow') %></p>
<% } %>
</div>
`);
