/**
 * Median errors of other tools on cells that REFERENCE.txt has no figures for. Measured by us on 25 November 2026 on one thread;
 * no row of any set is in here.
 *
 * CatBoost 1.2.10, taught the features of the LightGBM baseline (numbers, categories as they are, the commonest words as
 * 0/1), learning rate 0.06, row share 0.8, feature share 0.7, L2 3; depth (4 or 6, in pools from 1,000 also 8), loss (squared or
 * absolute) and rounds (up to 1,500) chosen by five folds within the pool; mean of three seeds.
 */
export const measuredCatboost: Readonly<Record<string, number>> = {
  'dk1-split-200': 0.0938,
  'dk1-split-500': 0.0754,
  'dk1-split-full': 0.0652,
  'dk1-hard-full': 0.0739,
  'dk3-split-full': 0.076,
  'de1-split-200': 0.1349,
  'de1-split-500': 0.1154,
  'eb1-split-500': 0.2802,
};

type TimeErrors = Readonly<Record<'month' | 'undated' | 'year', number>>;

/**
 * LightGBM 4.7.0, tuned as the baseline of REFERENCE.txt, on the planted months of `--time --write`: by the newest month alone, by
 * the year without its months, and by the year with the month as a feature.
 */
export const measuredTime: Readonly<Record<string, TimeErrors>> = {
  'dk1-still': { month: 0.1399, undated: 0.0643, year: 0.062 },
  'dk1-even': { month: 0.1399, undated: 0.078, year: 0.0625 },
  'dk1-kinds': { month: 0.1399, undated: 0.0815, year: 0.0634 },
  'dk1-turn': { month: 0.1399, undated: 0.0749, year: 0.0638 },
  'dk3-still': { month: 0.1894, undated: 0.0833, year: 0.085 },
  'dk3-even': { month: 0.1894, undated: 0.1052, year: 0.0834 },
  'dk3-kinds': { month: 0.1894, undated: 0.1153, year: 0.0876 },
  'dk3-turn': { month: 0.1894, undated: 0.1029, year: 0.0832 },
  'de1-still': { month: 0.1229, undated: 0.0919, year: 0.0895 },
  'de1-even': { month: 0.1229, undated: 0.0988, year: 0.091 },
  'de1-kinds': { month: 0.1229, undated: 0.0957, year: 0.0897 },
  'de1-turn': { month: 0.1229, undated: 0.0951, year: 0.0909 },
};
