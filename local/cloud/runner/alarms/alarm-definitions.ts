import type { Template } from '../template/template.ts';
import type { Figure } from './figures.ts';
import { statisticOf } from './statistics.ts';

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
  const read = [...list.matchAll(/FILL\((\w+), (\d+)\)(?: ([*/]) (\d+(?:\.\d+)?))?(?:, |$)/g)];
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
