/** The customer's passkeys, on their overview; undefined where the site can have none. */
export interface PasskeysPart {
  readonly passkeys?: {
    readonly list: readonly {
      /** How the form names it. */
      readonly key: string;
      readonly name: string;
      readonly since: string;
      /** Undefined until it is used. */
      readonly lastUsed: string | undefined;
    }[];
    /** Where another one is asked for; undefined when there are as many as may be. */
    readonly add: string | undefined;
    readonly remove: string;
  };
}

export const passkeysPart = `
<% if (it.passkeys) { %>
<section class="card" aria-labelledby="passkeys">
<h2 id="passkeys"><%= it.t('passkey.title') %></h2>
<p><%= it.t(it.passkeys.list.length === 0 ? 'passkey.none' : 'passkey.some') %></p>
<% it.passkeys.list.forEach((passkey) => { %>
<form method="post" action="<%= it.passkeys.remove %>">
<dl>
<div><dt><%= it.t('passkey.name') %></dt><dd><%= passkey.name %></dd></div>
<div><dt><%= it.t('passkey.since') %></dt><dd><%= passkey.since %></dd></div>
<div><dt><%= it.t('passkey.lastUsed') %></dt><dd><%= passkey.lastUsed || it.t('passkey.never') %></dd></div>
</dl>
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<input type="hidden" name="passkey" value="<%= passkey.key %>">
<button type="submit" class="quiet" name="action" value="remove"><%= it.t('passkey.remove', { name: passkey.name }) %></button>
</form>
<% }) %>
<% if (it.passkeys.add) { %>
<form method="post" action="<%= it.passkeys.add %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<button type="submit" name="action" value="add"><%= it.t('passkey.add') %></button>
</form>
<% } %>
</section>
<% } %>
`;
