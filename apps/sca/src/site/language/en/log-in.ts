/** The English texts of the log-in, and of the page before it. */
export const logIn = {
  'logIn.title': 'Log in',
  'logIn.payment': '{tpp} asks you to approve a payment.',
  'logIn.basket': '{tpp} asks you to approve several payments.',
  'logIn.cancellation': '{tpp} asks you to cancel a payment.',
  'tpp.id': '{tpp} is registered as {id}.',
  'tpp.about': 'About {tpp}',
  'logIn.customerNumber': 'Customer number',
  'logIn.hint': 'Eleven digits',
  'logIn.address': 'Check that the address in your browser is {host} before you log in.',
  'logIn.sandboxHint': 'Test customers have no password.',
  'logIn.submit': 'Log in',
  'logIn.form': 'A customer number has eleven digits.',
  'logIn.unknown': 'We do not recognise this customer number.',
  'logIn.testCustomers': 'Or log in as a test customer',
  'waiting.title': 'One moment',
  'waiting.text': 'We are getting ready. The page continues by itself.',
  'logIn.overview':
    'Log in to see what is waiting for your signature and which apps have access to your accounts.',
} as const;
