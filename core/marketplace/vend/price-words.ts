import { readNumber, readString } from '#core/marketplace/page/json-read.ts';
import type { VendSite } from './vend-site.ts';

/** The form of sale whose price is that of a contract by the month. */
const leasingForm = 5;

/**
 * What the codes of an ad, in a row of a search or on its own page, say behind its price, in the words that the site's pages
 * have for it: a rate by the month, a price without the tax on value.
 */
export function priceWords(ad: unknown, { classesWithoutVat }: VendSite): string {
  const form = readNumber(ad, 'sales_form') ?? readNumber(ad, 'sales_form', 'id');
  const isWithoutVat =
    classesWithoutVat.includes(readNumber(ad, 'registration_class', 'id') ?? -1) ||
    /eks(?:kl|l)?\.?\s*moms/i.test(readString(ad, 'registration_class', 'value') ?? '');
  return `${form === leasingForm ? '/md.' : ''}${isWithoutVat ? ' ekskl. moms' : ''}`;
}
