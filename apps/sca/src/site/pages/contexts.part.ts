/** The choice of a context (specification 5.14), as a part of other pages. */
export interface ContextsPart {
  /** Where another context is chosen. */
  readonly change: string;
  /** The contexts to choose from; none when there is no choice. */
  readonly contexts: readonly {
    readonly key: string;
    readonly kind: 'PRIVATE' | 'CORPORATE';
    readonly name: string;
    readonly isShown: boolean;
  }[];
}

export const contextsPart = `
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
`;
