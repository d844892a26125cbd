import type { WireCar } from '#core/contract/routes/cars.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { shortenTitle } from './market-gap.ts';

type Props = { car: Pick<WireCar, 'id' | 'title'>; isVisited: boolean };

/** A car's title, by which all of its card or row leads to its page. */
export function CarTitleLink({ car, isVisited }: Props) {
  return (
    <Link
      to={paths.car(car.id)}
      className={`wrap-anywhere after:absolute after:inset-0 hover:underline hover:underline-offset-3 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-accent ${isVisited ? 'text-ink-2' : ''}`}
    >
      {shortenTitle(car.title)}
    </Link>
  );
}
