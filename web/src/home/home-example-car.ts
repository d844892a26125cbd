import type { PriceLineData } from '../ui/price-line.tsx';

const line: PriceLineData = {
  priceDkk: 118_000,
  lowDkk: 139_500,
  avgDkk: 148_900,
  highDkk: 158_000,
  deal: 'amazing',
};

/** Invented for the home page: no car of the catalog. */
export const exampleCar = {
  title: 'Škoda Octavia 1.5 TSI Combi Style',
  facts: '2019 · 111.000 km · Odense',
  plate: 'CX41287',
  link: '…/marketplace/odense/search?query=octavia',
  line,
};

export const exampleGapDkk = line.avgDkk - line.priceDkk;
