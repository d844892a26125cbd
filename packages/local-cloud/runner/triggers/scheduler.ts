import type { DomainClock } from '../../clock.ts';
import type { ScheduledRule } from './event-rules.ts';

/** When a rule fires: the first moment after a given one. */
export type Schedule = { next(after: Date): Date };

const unitMilliseconds: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** `cron(30 1 * * ? *)`, in UTC: at this minute of every hour, or of one hour of the day. */
function parseCron(minute: number, hour: number | undefined): Schedule {
  return {
    next(after) {
      const at = new Date(after);
      at.setUTCHours(hour ?? after.getUTCHours(), minute, 0, 0);
      if (at <= after) at.setTime(at.getTime() + (hour === undefined ? 3_600_000 : 86_400_000));
      return at;
    },
  };
}

/**
 * `rate(1 hour)` and `cron(0 * * * ? *)`; undefined for a rule without schedule. Rates count from the epoch, so that a
 * restart neither skips nor repeats a firing.
 */
export function parseSchedule(expression: string | undefined): Schedule | undefined {
  if (!expression) return undefined;
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  if (rate) {
    const period = Number(rate[1]) * (unitMilliseconds[rate[2] ?? ''] ?? 0);
    return { next: (after) => new Date((Math.floor(after.getTime() / period) + 1) * period) };
  }
  const [, minute, hour] = /^cron\((\d+) (\d+|\*) \* \* \? \*\)$/.exec(expression) ?? [];
  if (minute) return parseCron(Number(minute), hour === '*' ? undefined : Number(hour));
  throw new Error(`The schedule ${expression} is not understood.`);
}

/**
 * The most firings of one rule within one move of the clock. A week of hours fits; what fires every minute is thinned
 * evenly, so that it neither takes minutes to watch nor crowds out the others.
 */
const maxFirings = 200;

type Firing = { rule: ScheduledRule; at: Date };

/** A rule's firings in a span of domain time, thinned; the last one is always among them. */
function firingsOf(rule: ScheduledRule, after: Date, until: number): Firing[] {
  const all: Firing[] = [];
  for (let at = rule.schedule.next(after); at.getTime() <= until; at = rule.schedule.next(at)) {
    all.push({ rule, at });
  }
  const step = Math.ceil(all.length / maxFirings);
  return all.filter((_, index) => (all.length - 1 - index) % step === 0);
}

/** Fires rules as domain time passes, by itself or because somebody moved the clock. */
export class Scheduler {
  readonly #rules: readonly ScheduledRule[];
  readonly #clock: DomainClock;
  readonly #onMove: (milliseconds: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #moving = false;

  /** `onMove` is told each step by which domain time was moved. */
  constructor(
    rules: readonly ScheduledRule[],
    clock: DomainClock,
    onMove: (milliseconds: number) => void = () => {},
  ) {
    this.#rules = rules;
    this.#clock = clock;
    this.#onMove = onMove;
    this.#arm();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#moving = true;
  }

  #due(after: Date): { rule: ScheduledRule; at: Date } | undefined {
    const upcoming = this.#rules.map((rule) => ({ rule, at: rule.schedule.next(after) }));
    return upcoming.sort((a, b) => a.at.getTime() - b.at.getTime())[0];
  }

  #arm(): void {
    const now = this.#clock.now();
    const next = this.#due(now);
    if (!next || this.#moving) return;
    const wait = Math.min(next.at.getTime() - now.getTime() + 5, 2_000_000_000);
    this.#timer = setTimeout(() => {
      const firing = this.#rules.filter(
        (rule) => rule.schedule.next(now).getTime() === next.at.getTime() && next.at <= this.#clock.now(),
      );
      for (const rule of firing) void rule.fire(next.at);
      this.#arm();
    }, wait);
    this.#timer.unref();
  }

  /** Moves domain time forward, stopping at every firing on the way. Returns how many rules fired. */
  async advance(milliseconds: number): Promise<number> {
    clearTimeout(this.#timer);
    const goalOffset = this.#clock.offsetMs + milliseconds;
    const goal = Date.now() + goalOffset;
    const firings = this.#rules.flatMap((rule) => firingsOf(rule, this.#clock.now(), goal));
    firings.sort((a, b) => a.at.getTime() - b.at.getTime());
    for (const { rule, at } of firings) {
      this.#moveTo(Math.max(this.#clock.offsetMs, Math.min(goalOffset, at.getTime() - Date.now())));
      await rule.fire(at);
    }
    this.#moveTo(goalOffset);
    this.#arm();
    return firings.length;
  }

  /** Moves domain time forward as if the machine had slept: nothing fires on the way, what is due next fires at its time. */
  skip(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#moveTo(this.#clock.offsetMs + milliseconds);
    this.#arm();
  }

  #moveTo(offsetMs: number): void {
    const step = offsetMs - this.#clock.offsetMs;
    this.#clock.setOffset(offsetMs);
    this.#onMove(step);
  }
}
