import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { PriceLineData } from '../../../ui/price-line.tsx';
import { ComparablesTable } from './comparables-table.tsx';
import { MileageScatter } from './mileage-scatter.tsx';
import { PriceHistogram } from './price-histogram.tsx';
import { ValueTerms } from './value-terms.tsx';

type Props = {
  car: WireCarDetail;
  why: NonNullable<WireCarDetail['why']>;
  line: PriceLineData | null;
  showsNumbers: boolean;
};

/** What a rating rests on: the pictures of the market, the numbers for who wants them, what moves the value. */
export default function WhyEvidence({ car, why, line, showsNumbers }: Props) {
  const { comparables, terms } = why;
  return (
    <>
      {line && comparables.length >= 3 && (
        <div className="mt-8 grid gap-x-16 gap-y-8 md:mt-12 lg:grid-cols-2 print:mt-3 print:grid-cols-2 print:gap-6">
          <PriceHistogram line={line} prices={comparables.map((other) => other.adjusted_price)} />
          <MileageScatter car={car} line={line} comparables={comparables} />
        </div>
      )}
      {showsNumbers && <ComparablesTable comparables={comparables} />}
      {line && terms.length > 1 && <ValueTerms terms={terms} valueDkk={line.avgDkk} />}
    </>
  );
}
