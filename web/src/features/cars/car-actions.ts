import { createContext, use } from 'react';
import type { WireCar } from '#core/contract/routes/cars.ts';

export type ActionCar = Pick<WireCar, 'id' | 'title' | 'image_urls'>;

/** What a screen offers for its cars besides the star. Null where a card is only shown (the home page). */
export type CarActions = {
  addToList: (car: ActionCar) => void;
  /** The cars laid aside for comparing. */
  comparedIds: readonly string[];
  /** Lays a car aside, or takes it back. */
  toggleCompare: (car: ActionCar) => void;
  /** Opens the help of the keyboard. */
  showKeys: () => void;
};

export const CarActionsContext = createContext<CarActions | null>(null);

export const useCarActions = (): CarActions | null => use(CarActionsContext);
