import { memo } from 'react';
import type { WireCar } from '#core/contract/routes/cars.ts';
import { CarArticle } from './car-article.tsx';
import { CarFace } from './car-face.tsx';
import { CarTitleLink } from './car-title-link.tsx';
import { CardMenu } from './card-menu.tsx';
import { type Removal, RemoveButton } from './remove-button.tsx';
import { StarButton } from './star-button.tsx';

export type CarCardProps = {
  car: WireCar;
  isEager?: boolean;
  isVisited?: boolean;
  /** No car beside it shows its market value to this reader. */
  isPlain?: boolean;
  /** Given where a car can be taken out of the list it is shown in. */
  removal?: Removal | undefined;
};

/** A car of a list, and what can be done with it. Drawn again only when it has changed. */
export const CarCard = memo(function CarCard({
  car,
  isEager = false,
  isVisited = false,
  isPlain = false,
  removal,
}: CarCardProps) {
  return (
    <CarArticle car={car} className="relative flex h-full flex-col">
      <CarFace car={car} isEager={isEager} isVisited={isVisited} isPlain={isPlain}>
        <CarTitleLink car={car} isVisited={isVisited} />
      </CarFace>
      <div className="absolute top-2 right-2 flex gap-2">
        {removal && <RemoveButton car={car} removal={removal} />}
        <CardMenu car={car} />
        <StarButton car={car} />
      </div>
    </CarArticle>
  );
});
