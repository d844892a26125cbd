export const metricNamespace = 'Bilfund';

/** Every metric has this dimension, so that two stages in one account do not trigger each other's alarms. */
export const stageDimension = 'Stage';

/** The metrics that functions write to their logs; alarms and the dashboard use them. */
export const metricNames = [
  'AlertsGivenUp',
  'CarIndexAgreed',
  'CarIndexBehind',
  'CarIndexCars',
  'CarIndexDiffered',
  'CarsReRated',
  'CatalogCars',
  'CatalogTooLarge',
  'DeadLetters',
  'ImportsEnded',
  'OriginRefused',
  'PagesAsked',
  'PagesNotUnderstood',
  'PaymentChores',
  'PaymentsUnavailable',
  'PlansChecked',
  'PlansRepaired',
  'PlansUnchecked',
  'RegisterFailed',
  'SearchRunsStarted',
  'SearchRunsWaiting',
] as const;
export type MetricName = (typeof metricNames)[number];
