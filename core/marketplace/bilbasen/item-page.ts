import { type AdFields, emptyForm, nothingSaid } from '#core/marketplace/ad/build-listing.ts';
import { fuelOf, gearboxOf, sellerTypeOf } from '#core/marketplace/ad/form-words.ts';
import { plateOf, vinOf } from '#core/marketplace/ad/identity-fields.ts';
import { dateOf, factsOf } from '#core/marketplace/ad/item-facts.ts';
import { parsePrice } from '#core/marketplace/ad/price.ts';
import { cleanLine, cleanParagraphs } from '#core/marketplace/ad/text.ts';
import { readAttribute, scanTags } from '#core/marketplace/page/html-scan.ts';
import { visibleBlocks } from '#core/marketplace/page/visible-blocks.ts';
import { horsepowerOf, notSaid } from './listing-ad.ts';
import { adMarks } from './page-marks.ts';
import { photosOf } from './photos.ts';

const mostMarkup = 60_000;
const oneLine = (markup: string | null, most = 200): string | null =>
  markup === null ? null : cleanLine(visibleBlocks(markup).join(' '), most);

/** The car of an ad's own page, by the marks that its elements carry for the site's own tests. Null when it has no car. */
export function readItemPage(
  html: string,
  id: string,
  demoOrigin: string | undefined,
): Omit<AdFields, 'itemUrl'> | null {
  const title = oneLine(markedContents(html, adMarks.title)[0] ?? null);
  if (title === null) return null;
  const facts = factsOf(adMarks.facts.flatMap((mark) => markedContents(html, mark)).flatMap(pairsOf));
  const price = oneLine(markedContents(html, adMarks.price)[0] ?? null, 60);
  const amount = price === null ? null : parsePrice(price)?.amount;
  const equipment = markedContents(html, adMarks.equipment).map((markup) => oneLine(markup, 100));
  return {
    ...notSaid,
    id,
    title,
    description: descriptionIn(html) ?? '',
    price: amount ? { amount, currency: 'DKK' } : null,
    priceText: amount ? price : null,
    city: null,
    said: {
      ...nothingSaid,
      plate: plateOf(facts.plate),
      vin: vinOf(facts.vin),
      firstRegistration: dateOf(facts.firstRegistration),
      specifications: [...new Set([...equipment, ...facts.others])]
        .filter((line) => line !== null)
        .slice(0, 60),
    },
    availability: 'live',
    photoUrls: photosOf(imagesIn(html), demoOrigin),
    vehicle: {
      ...emptyForm,
      year: facts.year ?? yearIn(facts.firstRegistration),
      mileage: facts.km === null || facts.km <= 0 ? null : { km: facts.km, precision: 'exact' },
      fuel: fuelOf(facts.fuel),
      gearbox: gearboxOf(facts.gearbox),
      color: facts.color?.slice(0, 30).toLowerCase() ?? null,
      horsepower: facts.horsepower === null ? null : horsepowerOf(`${facts.horsepower} hk`),
      sellerType: sellerTypeOf(facts.seller),
    },
  };
}

/** The contents of the elements with this mark. One of the same name within ends them early, which no fact suffers from. */
function markedContents(html: string, mark: string): string[] {
  const found: string[] = [];
  const shape = new RegExp(`<([a-z][a-z0-9]{0,10})\\b[^<>]*\\bdata-e2e="${mark}"[^<>]*>`, 'gi');
  for (const match of html.matchAll(shape)) {
    const start = match.index + match[0].length;
    const end = html.indexOf(`</${match[1]}`, start);
    found.push(html.slice(start, Math.min(end === -1 ? html.length : end, start + mostMarkup)));
    if (found.length >= 200) break;
  }
  return found;
}

const pairsOf = (table: string): [string | null, string | null][] =>
  [...table.matchAll(/<th\b[^>]*>([\s\S]{0,400}?)<\/th\s*>\s*<td\b[^>]*>([\s\S]{0,2000}?)<\/td\s*>/gi)].map(
    ([, label = '', value = '']) => [oneLine(label, 60), oneLine(value, 120)],
  );

const yearIn = (text: string | null): number | null => {
  const year = /\b(?:19|20)\d{2}\b/.exec(text ?? '')?.[0];
  return year ? Number(year) : null;
};

const descriptionHeading = new RegExp(`<h[2-4]\\b[^<>]*>\\s*${adMarks.description}\\s*</h[2-4]\\s*>`, 'i');

/** What stands behind its heading. */
function descriptionIn(html: string): string | null {
  const heading = descriptionHeading.exec(html);
  if (!heading) return null;
  const start = heading.index + heading[0].length;
  const behind = html.slice(start, start + mostMarkup);
  const end = behind.search(/<h[2-4]\b/i);
  return cleanParagraphs(
    visibleBlocks((end === -1 ? behind : behind.slice(0, end)).replace(/\n/g, '<br>')).join('\n'),
  );
}

/** Photos of the gallery: similar cars stand in links to their own ads. */
function imagesIn(html: string): (string | null)[] {
  const end = html.search(/data-e2e="(?:similar|recommend)|Lignende biler/i);
  const images: (string | null)[] = [];
  for (const { attributes } of scanTags(end === -1 ? html : html.slice(0, end), ['img'])) {
    images.push(readAttribute(attributes, 'src'));
    if (images.length >= 200) break;
  }
  return images;
}
