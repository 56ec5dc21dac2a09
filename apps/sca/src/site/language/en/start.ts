/** The English texts of the start page. */
export const start = {
  'start.title': 'Approve payments and manage access',
  'start.text':
    'On this {bank} site you approve payments that you make in apps, and decide which apps can see your accounts.',
  'start.overview': 'See what is waiting for your signature and which apps have access.',
  'start.link': 'Do you want to approve something? Open the link in the app where you started.',
} as const;
