import type { Template } from '../template/template.ts';

/** A figure as CloudWatch names it. */
export type Figure = { namespace: string; name: string; dimensions: Readonly<Record<string, string>> };

type Point = { atMs: number; value: number };

/** No alarm looks farther back. */
const keptMs = 24 * 3_600_000;

const figureKey = ({ namespace, name, dimensions }: Figure): string =>
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
    const key = figureKey(figure);
    const points = this.#points.get(key) ?? [];
    if (points.length === 0) this.#points.set(key, points);
    while (points[0] && points[0].atMs < atMs - keptMs) points.shift();
    points.push({ atMs, value });
  }

  /** What was counted from `fromMs` on and before `toMs`, in epoch milliseconds. */
  between(figure: Figure, fromMs: number, toMs: number): number[] {
    return (this.#points.get(figureKey(figure)) ?? [])
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .map(({ value }) => value);
  }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

const plain: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Sum: sum,
  Average: (values) => sum(values) / values.length,
  Minimum: (values) => Math.min(...values),
  Maximum: (values) => Math.max(...values),
  SampleCount: ({ length }) => length,
};

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/**
 * What CloudWatch makes of the values of one period ("Sum", "p95"); null where there are none.
 * @throws for a statistic that is not modelled
 */
export function statisticOf(name: string, values: readonly number[]): number | null {
  const [, percent] = /^p(\d+(?:\.\d+)?)$/.exec(name) ?? [];
  const work = plain[name];
  if (!work && percent === undefined) throw new Error(`The statistic ${name} is not understood.`);
  if (values.length === 0) return null;
  return work ? work(values) : percentile(values, Number(percent) / 100);
}

/** One figure of an alarm, in periods. `fill` stands where nothing was counted, `weight` multiplies. */
export type Term = { figure: Figure; statistic: string; fill: number | null; weight: number };

export type AlarmDefinition = {
  name: string;
  /** What its mail says. */
  text: string;
  periodMs: number;
  /** So many periods in a row. */
  periods: number;
  threshold: number;
  isBelow: boolean;
  /** Whether silence is an alarm, or health. */
  isSilenceBad: boolean;
  /** How several figures become one. */
  by: 'SUM' | 'MAX';
  terms: readonly Term[];
};

type Dimension = { Name: string; Value: string };
type DeclaredFigure = { Namespace: string; MetricName: string; Dimensions?: Dimension[] };
type DeclaredStat = { Metric: DeclaredFigure; Stat: string; Period: number };
type Part = { Id: string; Expression?: string; MetricStat?: DeclaredStat };
type Declared = Partial<DeclaredFigure> & {
  AlarmName: string;
  AlarmDescription?: string;
  ComparisonOperator: string;
  EvaluationPeriods: number;
  Threshold: number;
  TreatMissingData?: string;
  Statistic?: string;
  ExtendedStatistic?: string;
  Period?: number;
  Metrics?: Part[];
};

const figureOf = ({ Namespace, MetricName, Dimensions = [] }: DeclaredFigure): Figure => ({
  namespace: Namespace,
  name: MetricName,
  dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
});

type Formula = Pick<AlarmDefinition, 'by' | 'terms' | 'periodMs'>;

/** `SUM([FILL(m0, 0), FILL(m1, 0) / 90000])`: what several figures are together. Other formulas are not modelled. */
function readFormula(parts: readonly Part[], alarm: string): Formula {
  const notUnderstood = (text: string | undefined) =>
    new Error(`The alarm ${alarm} has a formula that is not understood: ${text}.`);
  const expression = parts.find((part) => part.Expression)?.Expression;
  const [, by, list] = /^(SUM|MAX)\(\[(.+)\]\)$/.exec(expression ?? '') ?? [];
  if (!list) throw notUnderstood(expression);
  const stats = new Map(parts.map(({ Id, MetricStat }) => [Id, MetricStat]));
  const read = [...list.matchAll(/FILL\((\w+), (\d+)\)(?: ([*/]) (-?\d+(?:\.\d+)?))?(?:, |$)/g)];
  if (read.map(([all]) => all).join('') !== list) throw notUnderstood(expression);
  const terms = read.map(([, id = '', fill, operator, number]): Term => {
    const stat = stats.get(id);
    if (!stat) throw notUnderstood(expression);
    const weight = operator === '/' ? 1 / Number(number) : Number(number ?? 1);
    return { figure: figureOf(stat.Metric), statistic: stat.Stat, fill: Number(fill), weight };
  });
  const periodMs = 1000 * Math.max(...[...stats.values()].map((stat) => stat?.Period ?? 0));
  return { by: by as 'SUM' | 'MAX', terms, periodMs };
}

function readFigure({ Namespace = '', MetricName = '', Dimensions = [], ...declared }: Declared): Formula {
  const statistic = declared.Statistic ?? declared.ExtendedStatistic ?? '';
  const figure = figureOf({ Namespace, MetricName, Dimensions });
  return {
    by: 'SUM',
    terms: [{ figure, statistic, fill: null, weight: 1 }],
    periodMs: (declared.Period ?? 0) * 1000,
  };
}

const operators: Readonly<Record<string, boolean>> = {
  GreaterThanOrEqualToThreshold: false,
  LessThanThreshold: true,
};

/**
 * The alarms that a template declares.
 * @throws for an operator, a statistic or a formula that is not modelled
 */
export function readAlarms(template: Template): AlarmDefinition[] {
  return template.all<Declared>('AWS::CloudWatch::Alarm').map(({ properties }) => {
    const { AlarmName: name, ComparisonOperator: operator } = properties;
    const isBelow = operators[operator];
    if (isBelow === undefined)
      throw new Error(`The alarm ${name} compares by ${operator}, which is not understood.`);
    const formula = properties.Metrics ? readFormula(properties.Metrics, name) : readFigure(properties);
    for (const { statistic } of formula.terms) statisticOf(statistic, []);
    return {
      name,
      text: properties.AlarmDescription ?? '',
      periods: properties.EvaluationPeriods,
      threshold: properties.Threshold,
      isBelow,
      isSilenceBad: properties.TreatMissingData === 'breaching',
      ...formula,
    };
  });
}

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
