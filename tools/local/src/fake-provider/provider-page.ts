/** The only page of the fake provider: what is asked for, and who says yes. */
export function providerPage({
  uid,
  details,
  persons,
}: {
  readonly uid: string;
  /** `authorization_details` as JSON; empty for a log-in. */
  readonly details: string;
  /** Test persons that the page offers. */
  readonly persons: readonly string[];
}): string {
  const action = `/interaction/${escaped(uid)}`;
  const asked = details === '' ? '' : `<pre id="details">${escaped(indented(details))}</pre>`;
  const offered = persons.map((one) => `<option value="${escaped(one)}"></option>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fake identity provider</title></head>
<body><main><h1>Fake identity provider</h1>
<p>For tests and trials only. Every test person can log in without a secret.</p>
${asked}
<form method="post" action="${action}">
<label for="person">Test person</label>
<input id="person" name="person" list="persons" autocomplete="off">
<datalist id="persons">${offered}</datalist>
<button type="submit" name="action" value="approve">${details === '' ? 'Log in' : 'Approve'}</button>
<button type="submit" name="action" value="cancel">Cancel</button>
</form></main></body></html>`;
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), undefined, 2);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
