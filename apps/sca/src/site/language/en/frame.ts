/** The English texts of the frame of the pages, and of links away from them. */
export const frame = {
  'frame.tagline': 'Approval',
  'frame.about': 'About this {bank} site',
  'frame.overview': 'My apps and signatures',
  'frame.testEnvironment': 'Test environment',
  'frame.sandbox': 'Only test customers and test money.',
  'frame.language': 'Language',
  'back.to': 'Back to {tpp}',
  'back.cancel': 'Cancel and go back to {tpp}',
  'back.keep': 'Keep the payment and go back to {tpp}',
  'back.closeWindow': 'You can close this window.',
  again: 'Try again',
} as const;
