/** The sandbox's code, and where it is entered: a part of the approval form. */
export const sandboxCodePart = `
<% if (it.proof.code) { %>
<p class="code"><%= it.t('approval.sandboxCode') %> <output id="sandbox-code" data-sandbox-code><%= it.proof.code %></output></p>
<% } %>
<label for="code"><%= it.t('approval.code') %></label>
<p class="hint" id="hint"><%= it.t('approval.codeHint') %>
 <%= it.t('approval.minutesLeft', { minutes: String(it.minutesLeft) }) %></p>
<input id="code" name="code" type="text" inputmode="numeric" maxlength="12"
 autocomplete="one-time-code" required aria-describedby="hint">
<button type="submit" name="action" value="approve"><%= it.t('approval.submit.' + it.kind) %></button>
`;
