import { type GoneCar, lastGone } from '#core/car/gone-evidence.ts';
import { isLesson, lessonOf } from '#core/car/lesson.ts';
import { DaysOfModels } from '#core/car/model-days.ts';
import type { RatingBasis } from '#core/car/rating-basis.ts';
import { orderOf, sharesByModel } from '#core/valuation/thin-pool.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { eachBasis, type RatingBook } from './rating-book.ts';
import type { Pool } from './refit-model.ts';

/** A fit of so many cars takes a minute; a market that offers as many needs no past, and of a larger one a part is read. */
const mostLessons = 35_000;

const isGone = ({ availability }: RatingBasis) => availability === 'gone' || availability === 'unseen';
const modelOf = ({ from }: RatingBasis) => `${from.facts.make}\n${from.facts.model}`;

type Taught = { itemUrl: string; lesson: PricedCar };

/** The same ads in the same order give the same fit, whatever ids their cars were given. */
function byAd(a: Taught, b: Taught): number {
  const [one, other] = a.itemUrl === b.itemUrl ? [a.lesson.id, b.lesson.id] : [a.itemUrl, b.itemUrl];
  return one < other ? -1 : 1;
}

/** Sees every car of the market once, and knows then what there is to learn from. */
export class MarketPool {
  readonly #now: string;
  readonly #most: number;
  readonly #offered = new Map<string, number>();
  readonly #gone: GoneCar[] = [];
  readonly days: DaysOfModels;

  constructor(now: string, most = mostLessons) {
    this.#now = now;
    this.#most = most;
    this.days = new DaysOfModels(now);
  }

  see = (basis: RatingBasis): void => {
    this.days.add({ ...basis, make: basis.from.facts.make, model: basis.from.facts.model });
    if (!isLesson(basis, this.#now)) return;
    if (isGone(basis)) this.#gone.push({ id: basis.id, ...listedOf(basis) });
    else this.#offered.set(modelOf(basis), (this.#offered.get(modelOf(basis)) ?? 0) + 1);
  };

  /** What the cars of the book teach. */
  of(book: RatingBook): Pool {
    const offered = [...this.#offered.values()].reduce((sum, count) => sum + count, 0);
    const gone = new Set(lastGone(this.#gone, this.#now, this.#most - offered));
    return { size: offered + gone.size, read: () => this.#read(book, gone) };
  }

  #read(book: RatingBook, gone: ReadonlySet<string>): PricedCar[] {
    const shares = sharesByModel(this.#offered, this.#most);
    const isRead = (basis: RatingBasis) =>
      isGone(basis) ? gone.has(basis.id) : orderOf(basis.itemUrl) < (shares.get(modelOf(basis)) ?? 0);
    const taught: Taught[] = [];
    for (const basis of eachBasis(book)) {
      const lesson = isRead(basis) ? lessonOf(basis, this.#now) : null;
      if (lesson) taught.push({ itemUrl: basis.itemUrl, lesson });
    }
    return taught.sort(byAd).map(({ lesson }) => lesson);
  }
}

const listedOf = ({ listedAt, firstSeenAt, goneAt }: RatingBasis) => ({ listedAt, firstSeenAt, goneAt });
