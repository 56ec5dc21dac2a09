// Post-response script of a journey: a test customer of the sandbox approves on the page of the bank, as a person in a
// browser does. Bruno reads scripts by an older grammar, and has no parser for HTML.
const customer = bru.interpolate('{{customer-number}}');
const cookies = {};

/** Opens an address like a browser, and follows the bank to the end: a page, or the address of the TPP. */
const open = async (address, form) => {
  const { origin } = new URL(address);
  const answer = await fetch(address, {
    method: form === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    body: form,
    headers: Object.assign(
      {
        cookie: Object.keys(cookies)
          .map((name) => `${name}=${cookies[name]}`)
          .join('; '),
        connection: 'close',
      },
      form === undefined ? {} : { origin, 'content-type': 'application/x-www-form-urlencoded' },
    ),
  });
  for (const set of answer.headers.getSetCookie()) {
    const [name, value] = set.split(';')[0].split(/=(.*)/);
    cookies[name] = value;
  }
  const text = await answer.text();
  const location = answer.headers.get('location');
  const next = location || (/^\d+; url=(.*)$/.exec(answer.headers.get('refresh') || '') || [])[1];
  const target = new URL(next || address, address);
  if (target.origin !== origin) return { left: target };
  // A page of the bank that would renew itself later stays open.
  return location === null ? { address, text } : open(target.href);
};

/** Sends the form of a page that has a field, with this value in it. */
const send = (page, field, value) => {
  if (page.left !== undefined) throw new Error(`the bank has ended before ${field}: ${page.left}`);
  const form = page.text
    .split('<form')
    .slice(1)
    .map((part) => part.split('</form>')[0])
    .find((part) => part.includes(`name="${field}"`));
  if (form === undefined) throw new Error(`no field ${field}: ${page.text}`);
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    fields.append(/name="([^"]*)"/.exec(input)[1], /value="([^"]*)"/.exec(input)[1]);
  }
  fields.set(field, value);
  const action = /action="([^"]*)"/.exec(form);
  const address = action === null ? page.address : new URL(action[1], page.address).href;
  return open(address, fields.toString());
};

const logIn = await open(bru.getVar('sca-redirect'));
const approval = await send(logIn, 'customerNumber', customer);
const code = /id="sandbox-code"[^>]*>\s*(\d{6})/.exec(approval.text || '');
if (code === null) throw new Error(`no code on the page: ${approval.text || approval.left}`);
const end = await send(approval, 'code', code[1]);
if (end.left === undefined) throw new Error(`the bank has not let the customer go: ${end.text}`);

// The way back has the ids of the PSU: requests after it name them.
for (const name of ['psu-id', 'tpp-session-id']) {
  const value = end.left.searchParams.get(name);
  if (value !== null) bru.setVar(name, value);
}
