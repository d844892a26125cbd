/** What a person types on the checkout page. The number decides what happens: Stripe's own test cards. */
export type TypedCard = { number?: string; expiry?: string; securityCode?: string; name?: string };

const card = { number: '4242424242424242', expiry: '12 / 34', securityCode: '123', name: 'Kim Holm' };

/** Presses a button of the shop's pages: code, remove_code, pay, confirm, refuse, card, cancel, keep. */
export async function pressCheckout(url: string, action: string, fields: Record<string, string> = {}) {
  const body = new URLSearchParams({ action, ...fields });
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body });
  return { status: response.status, location: response.headers.get('location'), page: await response.text() };
}

/** Sends the checkout page's form. Gives the status and where the page leads: the success page when it was paid. */
export const payCheckout = (url: string, typed: TypedCard = {}) =>
  pressCheckout(url, 'pay', { ...card, ...typed });
