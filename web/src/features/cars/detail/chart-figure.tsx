import type { ReactNode } from 'react';
import { dealColor } from '../../../ui/deal-mark.tsx';
import type { PriceLineData } from '../../../ui/price-line.tsx';

type Props = {
  title: string;
  summary: string;
  width: number;
  deal: PriceLineData['deal'];
  children: ReactNode;
};

/** A chart of a car among similar ones: its title, its sentence for those who do not see it, and what is drawn. */
export const ChartFigure = ({ title, summary, width, deal, children }: Props) => (
  <figure>
    <figcaption className="mb-3 text-control font-semibold">{title}</figcaption>
    <svg
      viewBox={`0 0 ${width} 250`}
      width="100%"
      role="img"
      aria-label={summary}
      className={`block text-[20px] md:text-[14px] ${dealColor[deal]}`}
    >
      {children}
    </svg>
  </figure>
);
