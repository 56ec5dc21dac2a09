import type { ListedCustomer } from '@nordgate/testing';
import type { Page } from 'playwright-core';

/** Opens the link and logs in. The waiting page refreshes itself until the link is active. */
export async function logInAt(page: Page, href: string, customer: ListedCustomer): Promise<void> {
  await page.goto(href);
  await page.getByLabel('Customer number').fill(customer.customerNumber);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForLoadState();
}

/** A PSU with several contexts chooses the private one. */
export async function choosePrivate(page: Page): Promise<void> {
  const own = page.locator('input[type=radio][value=PRIVATE]');
  if ((await own.count()) === 0) return;
  await page.getByText('Choose for whom you act', { exact: true }).click();
  await own.check();
  await page.getByRole('button', { name: 'Show' }).click();
  await page.waitForLoadState();
}

/** The code that the sandbox shows on the page. */
export async function codeOn(page: Page): Promise<string> {
  return (await page.locator('#sandbox-code').textContent())?.trim() ?? '';
}

/** Enters the code and approves. A button that pays has the sum after these words. */
export async function approveOn(page: Page, button: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(await codeOn(page));
  await page.getByRole('button', { name: new RegExp(`^${button}`) }).click();
}

/** Enters a wrong code. The same code twice is a double submit and counts once. */
export async function guessOn(page: Page, salt: string): Promise<void> {
  const right = await codeOn(page);
  const guess = `00000${salt}`;
  await page.getByLabel('Code', { exact: true }).fill(guess === right ? `11111${salt}` : guess);
  await page.getByRole('button', { name: /^Approve/ }).click();
}

/** Waits until the PSU is back at the TPP. @returns the parameters of the redirect */
export async function backAt(page: Page, origin: string): Promise<URLSearchParams> {
  await page.waitForURL((url) => url.origin === origin);
  return new URL(page.url()).searchParams;
}

/** On the page of the fake provider the PSU gives their name and clicks a button. */
export async function answerAtProvider(
  page: Page,
  { customerNumber }: ListedCustomer,
  button: 'Log in' | 'Approve' | 'Cancel',
): Promise<void> {
  await page.getByLabel('Test person').fill(customerNumber);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForLoadState();
}

/** Opens the link and logs in at the identity provider. */
export async function logInAtProvider(
  page: Page,
  href: string,
  customer: ListedCustomer,
): Promise<void> {
  await page.goto(href);
  await page.getByRole('button', { name: 'Log in with TestID' }).click();
  await answerAtProvider(page, customer, 'Log in');
}

/** Approves at the identity provider what the page shows. */
export async function approveAtProvider(
  page: Page,
  customer: ListedCustomer,
  button: string,
): Promise<void> {
  await page.getByRole('button', { name: `${button} with TestID`, exact: true }).click();
  await answerAtProvider(page, customer, 'Approve');
}
