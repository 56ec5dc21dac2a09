import type { TextKey } from '../language/en.js';

/** Where two have to sign: who signed first, or that somebody has to after this PSU. */
export interface SignersPart {
  readonly signers?: { readonly key: TextKey; readonly name: string };
  /** Back without a decision, where the bank's own page has led here. */
  readonly back?: string;
}

export const signersPart = `
<% if (it.signers) { %>
<p class="code"><%= it.t(it.signers.key, { name: it.signers.name }) %></p>
<% } %>
`;

export const backPart = `
<% if (it.back) { %>
<p class="away"><a href="<%= it.back %>"><%= it.t('inbox.back') %></a></p>
<% } %>
`;
