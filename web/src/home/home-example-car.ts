import type { ExampleDeal } from '#core/imports/example-import.ts';
import { gapToMarket, toHundreds } from '#core/valuation/valuation.ts';
import type { PriceLineData } from '../ui/price-line.tsx';
import recorded from './recorded-deal.json' with { type: 'json' };

/** The car that the page begins with: invented as all cars of the demo, and rated in a recorded import. */
export const exampleDeal = recorded as ExampleDeal & {
  valuation_low: number;
  valuation_avg: number;
  valuation_high: number;
};

export const exampleLine: PriceLineData = {
  priceDkk: exampleDeal.price,
  lowDkk: toHundreds(exampleDeal.valuation_low),
  avgDkk: toHundreds(exampleDeal.valuation_avg),
  highDkk: toHundreds(exampleDeal.valuation_high),
  deal: exampleDeal.deal,
};

export const exampleGapDkk = -gapToMarket(exampleLine.priceDkk, exampleLine.avgDkk);

/** Invented for the drawing of the three steps. */
export const exampleLink = '…/marketplace/odense/search?query=octavia';
export const examplePlate = 'CX41287';
