import { accounts } from './en/accounts.ts';
import { card, deals, filters, list } from './en/cars.ts';
import { failures } from './en/failures.ts';
import { home } from './en/home.ts';
import { plans } from './en/plans.ts';
import { common, links, shell, time } from './en/shell.ts';

/** English is the default language, and the type that every other language satisfies. */
export const en = {
  common,
  time,
  shell,
  failures,
  links,
  accounts,
  home,
  list,
  filters,
  card,
  deals,
  plans,
};

export type Texts = typeof en;
