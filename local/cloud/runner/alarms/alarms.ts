import type { AlarmDefinition } from './alarm-definitions.ts';
import type { Figures } from './figures.ts';
import { statisticOf } from './statistics.ts';

/** As CloudWatch calls them. */
export type AlarmCondition = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

export type AlarmState = {
  name: string;
  text: string;
  condition: AlarmCondition;
  /** Domain time at which it became so. */
  since: string;
  /** Of the last whole period; null where nothing was counted. */
  value: number | null;
  threshold: number;
};

const minuteMs = 60_000;
/** After a longer jump of time what lay between is not looked at. */
const longestLookBackMs = 24 * 3_600_000;

/** What an alarm looks at, in the period that ends at `toMs`; null where nothing was counted. */
function valueIn({ by, terms, periodMs }: AlarmDefinition, figures: Figures, toMs: number): number | null {
  const values = terms.flatMap(({ figure, statistic, fill, weight }) => {
    const value = statisticOf(statistic, figures.between(figure, toMs - periodMs, toMs)) ?? fill;
    return value === null ? [] : [value * weight];
  });
  if (values.length === 0) return null;
  return by === 'SUM' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
}

function isBad({ threshold, isBelow, isSilenceBad }: AlarmDefinition, value: number | null): boolean {
  if (value === null) return isSilenceBad;
  return isBelow ? value < threshold : value >= threshold;
}

type Known = { condition: AlarmCondition; sinceMs: number; value: number | null };

/**
 * The alarms of a template: like CloudWatch, each looks once a minute at the periods that end there. `figures` holds what was
 * counted; nothing is known of the time before the start.
 */
export class Alarms {
  readonly #definitions: readonly AlarmDefinition[];
  readonly #figures: Figures;
  readonly #now: () => Date;
  readonly #startedMs: number;
  readonly #known = new Map<string, Known>();
  #lookedAtMs: number;

  constructor(definitions: readonly AlarmDefinition[], figures: Figures, now: () => Date) {
    this.#definitions = definitions;
    this.#figures = figures;
    this.#now = now;
    this.#startedMs = now().getTime();
    this.#lookedAtMs = Math.floor(this.#startedMs / minuteMs) * minuteMs;
  }

  /** Looks at every minute that has ended since the last look. */
  look(): AlarmState[] {
    const nowMs = this.#now().getTime();
    this.#lookedAtMs = Math.max(this.#lookedAtMs, nowMs - longestLookBackMs);
    for (let toMs = this.#lookedAtMs + minuteMs; toMs <= nowMs; toMs += minuteMs) {
      for (const definition of this.#definitions) this.#judge(definition, toMs);
      this.#lookedAtMs = toMs;
    }
    return this.#definitions.map(({ name, text, threshold }) => {
      const { condition, sinceMs, value } = this.#known.get(name) ?? this.#unknown;
      return { name, text, condition, since: new Date(sinceMs).toISOString(), value, threshold };
    });
  }

  get #unknown(): Known {
    return { condition: 'INSUFFICIENT_DATA', sinceMs: this.#startedMs, value: null };
  }

  #judge(definition: AlarmDefinition, toMs: number): void {
    const { name, periods, periodMs, isSilenceBad } = definition;
    const former = this.#known.get(name) ?? this.#unknown;
    const values = Array.from({ length: periods }, (_, i) =>
      valueIn(definition, this.#figures, toMs - i * periodMs),
    );
    // Silence that began before the start is not known to be one.
    const isWatched = !isSilenceBad || toMs - periods * periodMs >= this.#startedMs;
    const isAlarm = values.every((value) => isBad(definition, value)) && (isWatched || values[0] !== null);
    const condition = isAlarm ? 'ALARM' : isWatched ? 'OK' : former.condition;
    const sinceMs = condition === former.condition ? former.sinceMs : toMs;
    this.#known.set(name, { condition, sinceMs, value: values[0] ?? null });
  }
}
