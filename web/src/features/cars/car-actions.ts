import { createContext, use } from 'react';

export type ActionCar = { id: string; title: string };

/** What a screen offers for its cars besides the star. Null where a card is only shown (the home page). */
export type CarActions = {
  addToList: (car: ActionCar) => void;
  /** Opens the help of the keyboard. */
  showKeys: () => void;
};

export const CarActionsContext = createContext<CarActions | null>(null);

export const useCarActions = (): CarActions | null => use(CarActionsContext);
