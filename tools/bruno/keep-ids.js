// Post-response script of the collection: keeps the ids of new resources for the requests that follow, and where the
// PSU approves.
const answer = res.getBody();
const variables = {
  paymentId: 'payment-id',
  consentId: 'bank-offered-consent-id',
  basketId: 'basket-id',
  authorisationId: 'authorisation-id',
};
for (const [member, variable] of Object.entries(variables)) {
  if (answer && typeof answer[member] === 'string') bru.setVar(variable, answer[member]);
}
const redirect = answer && answer._links && answer._links.scaRedirect;
if (redirect) bru.setVar('sca-redirect', redirect.href);
