import { deals } from '#core/valuation/valuation.ts';
import { DealBadge, DealMark } from '../src/ui/deal-badge.tsx';
import { Icon, type IconName, shapes } from '../src/ui/icon.tsx';
import { Logo } from '../src/ui/logo.tsx';
import { NumberPlate } from '../src/ui/number-plate.tsx';
import { PriceLine, type PriceLineData } from '../src/ui/price-line.tsx';
import type { Piece } from './piece.ts';

const market = { lowDkk: 128_000, avgDkk: 148_900, highDkk: 166_000 };
const lines: readonly PriceLineData[] = [
  { ...market, priceDkk: 118_000, deal: 'amazing' },
  { ...market, priceDkk: 149_900, deal: 'fair' },
  { ...market, priceDkk: 189_000, deal: 'poor' },
];

/** Marks and badges of a car. */
export const marks: readonly Piece[] = [
  {
    files: ['price-line.tsx'],
    use: 'The instrument: rule = market, band = low to high, tick = average, mark = this price, coloured piece = the gap. 274 wide on a card, ×1.25 on a car’s page, ×1.5 on the home. Never without the amount in words beside it.',
    states: [
      ...lines.map((data) => ({ name: data.deal, shown: <PriceLine data={data} /> })),
      { name: 'no estimate, or not to be seen', shown: <PriceLine data={null} /> },
      { name: '×1.25', shown: <PriceLine data={lines[0]!} width={384} scale={1.25} /> },
    ],
  },
  {
    files: ['deal-badge.tsx'],
    use: 'Mark and word, always both, in the colour of the deal on paper; never on a photo. The mark alone only where the word stands near.',
    states: [
      ...deals.map((deal) => ({ name: deal, shown: <DealBadge deal={deal} /> })),
      { name: 'large', shown: <DealBadge deal="amazing" size={16} /> },
      {
        name: 'marks alone',
        shown: (
          <span className="flex gap-3">
            {deals.map((deal) => (
              <DealMark key={deal} deal={deal} />
            ))}
          </span>
        ),
      },
    ],
  },
  {
    files: ['number-plate.tsx'],
    use: 'The one ornament, and data. White with a red edge in dark too. For readers who are signed in.',
    states: [
      { name: 'on a card', shown: <NumberPlate plate="AB12345" /> },
      { name: 'large', shown: <NumberPlate plate="AB12345" large /> },
      { name: 'personal', shown: <NumberPlate plate="MIN BIL" /> },
    ],
  },
  {
    files: ['logo.tsx'],
    use: 'The price line as a mark. Header and footer only.',
    states: [{ name: 'logo', shown: <Logo /> }],
  },
  {
    files: ['icon.tsx'],
    use: '20 px grid, one stroke, the colour of the text. Hidden from screen readers: the control has the name.',
    states: [
      {
        name: 'all',
        shown: (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(84px,1fr))] gap-3 text-caption text-ink-2">
            {(Object.keys(shapes) as IconName[]).map((name) => (
              <li key={name} className="grid justify-items-center gap-1">
                <Icon name={name} />
                {name}
              </li>
            ))}
          </ul>
        ),
      },
      { name: 'filled', shown: <Icon name="star" filled className="text-accent" /> },
    ],
  },
];
