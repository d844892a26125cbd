import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** An alarm as somebody meets it who is woken by it: what people notice, and what to look at first. */
export type AlarmRow = {
  /** The alarm's name, which is also the heading of its section in docs/operations/alarms.md. */
  name: string;
  metric: IMetric;
  /** It sounds from here on, upwards. */
  threshold: number;
  /** Periods in a row; one where it is not said. */
  periods?: number;
  /** It sounds when nothing is counted at all, and not from a threshold on. */
  whenSilent?: true;
  /** What people notice. */
  impact: string;
  /** What to look at. */
  firstStep: string;
};

export const sectionOf = (name: string): string => `docs/operations/alarms.md#${name}`;

/** What the mail of an alarm says. */
export const textOf = ({ name, impact, firstStep }: AlarmRow): string =>
  `${impact} First: ${firstStep} All of it: ${sectionOf(name)}`;
