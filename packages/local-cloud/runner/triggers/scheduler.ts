import type { DomainClock } from '../../clock.ts';
import type { ScheduledRule } from './event-rules.ts';

/** When a rule fires: the first moment after a given one. */
export type Schedule = { next(after: Date): Date };

const unitMilliseconds: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** The values that a cron field allows: `*`, `?`, lists, ranges and steps of numbers. */
function fieldValues(field: string, low: number, high: number): Set<number> {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const [range = '', step = '1'] = part.split('/');
    const [from, to] = range === '*' || range === '?' ? [low, high] : range.split('-').map(Number);
    const start = from ?? low;
    const end = to ?? (part.includes('/') ? high : start);
    if (Number.isNaN(start) || Number.isNaN(end))
      throw new Error(`The cron field ${field} is not understood.`);
    for (let value = start; value <= end; value += Number(step)) values.add(value);
  }
  return values;
}

const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** EventBridge's six fields, in UTC: minutes, hours, day of month, month, day of week (1 = Sunday), year. */
function parseCron(expression: string): Schedule {
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = expression.trim().split(/\s+/);
  const numbered = weekdays.toUpperCase().replace(/[A-Z]{3}/g, (name) => String(dayNames.indexOf(name) + 1));
  const allowed = {
    minute: fieldValues(minutes, 0, 59),
    hour: fieldValues(hours, 0, 23),
    day: fieldValues(days, 1, 31),
    month: fieldValues(months, 1, 12),
    weekday: fieldValues(numbered, 1, 7),
  };
  const fits = (at: Date) =>
    allowed.minute.has(at.getUTCMinutes()) &&
    allowed.hour.has(at.getUTCHours()) &&
    allowed.day.has(at.getUTCDate()) &&
    allowed.month.has(at.getUTCMonth() + 1) &&
    allowed.weekday.has(at.getUTCDay() + 1);
  return {
    next(after) {
      const at = new Date(Math.floor(after.getTime() / 60_000) * 60_000 + 60_000);
      const limit = at.getTime() + 400 * 86_400_000;
      while (!fits(at) && at.getTime() < limit) at.setTime(at.getTime() + 60_000);
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
  const cron = /^cron\((.*)\)$/.exec(expression);
  if (cron) return parseCron(cron[1] ?? '');
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
