import { accounts } from './da/accounts.ts';
import { card, deals, filters, list } from './da/cars.ts';
import { failures } from './da/failures.ts';
import { home } from './da/home.ts';
import { plans } from './da/plans.ts';
import { common, links, shell, time } from './da/shell.ts';
import type { Texts } from './en.ts';

export const da = {
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
} satisfies Texts;
