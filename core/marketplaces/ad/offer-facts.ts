import type { ListingPrice } from './listing.ts';
import { foldText } from './text.ts';

export type OfferFacts = {
  title: string;
  description: string | null;
  /** The price as the page writes it ("2.995 kr./md."), which says more than its figure. */
  priceText: string | null;
  price: ListingPrice | null;
  make: string | null;
  model: string | null;
  hasMileage: boolean;
  /** Whether the ad stands among the marketplace's vehicles; null when the page does not say. */
  isAmongVehicles: boolean | null;
};

const aliases: Record<string, string[]> = { Volkswagen: ['vw'], 'Mercedes-Benz': ['mb', 'benz'] };

/** The position of the car's name in the text; null if it is not found. */
export function nameIn(folded: string, { make, model }: OfferFacts): { from: number; to: number } | null {
  const makes = make === null ? [] : [foldText(make), foldText(make).slice(0, 4), ...(aliases[make] ?? [])];
  const found = [...makes, ...(model === null ? [] : [foldText(model)])].flatMap((name) => {
    const match = new RegExp(`(?<![a-z])${name.replace(/[^a-z0-9 ]/g, '\\$&')}[a-z]*`).exec(folded);
    return match ? [{ from: match.index, to: match.index + match[0].length }] : [];
  });
  if (found.length === 0) return null;
  return { from: Math.min(...found.map(({ from }) => from)), to: Math.max(...found.map(({ to }) => to)) };
}

/** A noun for a car; "din bil" and "alle biler" do not mean the seller's. */
export const carNoun =
  /(?<!\b(?:din|jeres|your|alle|fleste) (?:gamle |brugte |old )?\w*|dele|model)(?:bil|biler)\b|(?<!\b(?:your|all) (?:old )?)\bcars?\b|stationcar|varevogn(?:en|e)?\b|\bvan\b|kassevogn|personvogn|cabriolet|\bsuv\b/;
