/** The English texts of error pages and other notices. */
export const notices = {
  'page.not-found': 'Page not found',
  'page.not-found.text': 'There is no page at this address. Open the link in your app once more.',
  'page.unknown-link': 'Unknown link',
  'page.unknown-link.text':
    'We do not know this link. Go back to the app that sent you, and start again.',
  'page.form': 'This page is no longer valid',
  'page.form.text':
    'The page is too old, or it was opened in another browser. Nothing has been changed.',
  'page.other-browser': 'Not available in this browser',
  'page.other-browser.text':
    'The approval is over, or you logged in with another browser. Nothing has been changed here.',
  'page.tpp-stopped': 'This app may not act for you',
  'page.tpp-stopped.text':
    'The bank no longer works with the app that sent you here. You can close this window; nothing more can be approved.',
  'page.bad-request': 'We did not understand that',
  'page.bad-request.text': 'Something was missing or too large. Nothing has been changed.',
  'page.too-large': 'That was too large',
  'page.too-large.text':
    'Your browser sent more than this site accepts. Nothing has been changed. Delete the cookies of this site, then open the link in the app again.',
  'page.too-slow': 'That took too long',
  'page.too-slow.text':
    'Your request did not arrive in time. Nothing has been changed. Please try again.',
  'page.too-many': 'Too many attempts',
  'page.too-many.text':
    'There were too many attempts from your network. Please wait a while, then try again.',
  'page.tpp-busy': 'Many customers at the moment',
  'page.tpp-busy.text':
    'Very many customers come from the same app as you. Nothing is lost. Please try again in a moment.',
  'page.unavailable': 'Not available at the moment',
  'page.unavailable.text':
    'Part of the bank is not responding. Nothing is lost. Please try again soon.',
  'page.maintenance': 'The bank is being maintained',
  'page.maintenance.text':
    'We are working on the service until {until} at the latest. Nothing is lost. Please try again afterwards.',
  'page.error': 'Something went wrong',
  'page.error.text': 'This is our fault. Nothing is lost. Please try again.',
  'page.done': 'Done',
  'page.done.text': 'We have your approval.',
  'page.reference': 'If you contact the bank about this, quote {reference}.',
} as const;
