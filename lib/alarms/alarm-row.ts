import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** An alarm as somebody meets it who is woken by it: what people notice, and what to look at first. */
export type AlarmRow = {
  /** Of the alarm, and of its page below docs/operations/alarms. */
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

export const pageOf = (name: string): string => `docs/operations/alarms/${name}.md`;

/** What the mail of an alarm says. */
export const textOf = ({ name, impact, firstStep }: AlarmRow): string =>
  `${impact} First: ${firstStep} All of it: ${pageOf(name)}`;
