import { type Car, unrated } from '#core/cars/car.ts';
import { inventVariedMarket } from '#tests/core/valuation/varied-market.ts';
import { makeCar } from './make-car.ts';

/** The invented market has nine models; a real one has some hundreds, of which a few are common. */
const seriesOf = (ordinal: number) => Math.floor(30 * ((ordinal % 97) / 97) ** 2);
const description = 'Velholdt bil med servicebog, nysynet og klar til levering. '.repeat(12);

/** Cars of an invented market of 270 models, as large as stored ones are, by their ordinal; none is rated yet. */
export function marketCars(count: number, atMs: number): (ordinal: number) => Car {
  const market = inventVariedMarket(count, 1);
  const at = new Date(atMs).toISOString();
  return (ordinal) => {
    const { make, model, variant, title, year, mileageKm, fuel, gearbox, horsepower, engineLitres, price } =
      market[ordinal]!;
    return makeCar({
      ...{ id: `car${ordinal}`, itemUrl: `https://example.org/${ordinal}`, description },
      ...{ make, model: `${model} ${seriesOf(ordinal)}`, variant, year, mileageKm, horsepower, engineLitres },
      ...{
        priceDkk: price,
        title: title ?? `${make} ${model}`,
        fuel: fuel as Car['fuel'],
        gearbox: gearbox as Car['gearbox'],
      },
      ...{ firstRegistration: null, registerState: 'no_plate', rating: unrated, plate: null },
      ...{ scrapedAt: at, updatedAt: at },
    });
  };
}
