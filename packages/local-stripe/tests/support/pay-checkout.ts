/** What a person types on the checkout page. The number decides what happens: Stripe's own test cards. */
export type TypedCard = {
  number?: string;
  email?: string;
  expiry?: string;
  securityCode?: string;
  name?: string;
};

const card = { number: '4242424242424242', expiry: '12 / 34', securityCode: '123', name: 'Kim Holm' };

async function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
}

/** Sends the checkout page's form. Gives the status and where the page leads: the success page when it was paid. */
export async function payCheckout(
  url: string,
  typed: TypedCard = {},
): Promise<{ status: number; location: string | null; page: string }> {
  const response = await submit(url, { action: 'pay', email: 'kim@example.dk', ...card, ...typed });
  return { status: response.status, location: response.headers.get('location'), page: await response.text() };
}

/** Presses another button of the checkout page: code, remove_code, confirm, refuse. */
export async function pressCheckout(url: string, action: string, fields: Record<string, string> = {}) {
  const response = await submit(url, { action, ...fields });
  return { status: response.status, location: response.headers.get('location'), page: await response.text() };
}
