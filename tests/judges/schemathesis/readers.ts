import { payCheckout } from 'local-stripe/tests/support/pay-checkout.ts';
import { eventually, Person, type Product, signIn, signUp } from '#tests/support/product.ts';

export type Reader = { name: 'anonymous' | 'free' | 'premium'; person: Person };

async function becomePremium(person: Person): Promise<void> {
  const wanted = { planType: 'premium_monthly' };
  const checkout = '/api/payments/create-subscription-checkout';
  const { body } = await person.ask<{ url: string }>('POST', checkout, wanted);
  await payCheckout(body.url);
  await eventually('the paid plan', async () => {
    const { body } = await person.ask<{ plan_type: string }>('GET', '/api/payments/subscription');
    return body.plan_type === wanted.planType;
  });
}

/** Who asks: a visitor, and two people with accounts of their own. */
export async function makeReaders(product: Product): Promise<Reader[]> {
  const [free, premium] = [
    await signUp(product, 'free@example.dk'),
    await signUp(product, 'premium@example.dk'),
  ];
  await becomePremium(premium);
  return [
    { name: 'anonymous', person: new Person(product.url, '') },
    { name: 'free', person: free },
    { name: 'premium', person: premium },
  ];
}

/** The headers of a reader; of a session that has just begun, because one lasts a quarter of an hour. */
export async function headersOf({ name, person }: Reader): Promise<string[]> {
  if (name === 'anonymous') return [];
  await signIn(person);
  return ['--header', `Authorization: Bearer ${person.token}`];
}
