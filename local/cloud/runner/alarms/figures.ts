/** A figure as CloudWatch names it. */
export type Figure = { namespace: string; name: string; dimensions: Readonly<Record<string, string>> };

type Point = { atMs: number; value: number };

/** No alarm looks farther back. */
const keptMs = 24 * 3_600_000;

const keyOf = ({ namespace, name, dimensions }: Figure): string =>
  JSON.stringify([namespace, name, Object.entries(dimensions).sort()]);

/** What was counted in the last day, in domain time. */
export class Figures {
  readonly #points = new Map<string, Point[]>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  count(figure: Figure, value: number): void {
    const atMs = this.#now().getTime();
    const key = keyOf(figure);
    const points = this.#points.get(key) ?? [];
    if (points.length === 0) this.#points.set(key, points);
    while (points[0] && points[0].atMs < atMs - keptMs) points.shift();
    points.push({ atMs, value });
  }

  /** What was counted from `fromMs` on and before `toMs`, in epoch milliseconds. */
  between(figure: Figure, fromMs: number, toMs: number): number[] {
    return (this.#points.get(keyOf(figure)) ?? [])
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .map(({ value }) => value);
  }
}
