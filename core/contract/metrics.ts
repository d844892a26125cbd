/** Where CloudWatch keeps what functions count of themselves. */
export const metricNamespace = 'Bilfund';

/** Every count is told apart by its stage: two stages of one account must not raise each other's alarms. */
export const stageDimension = 'Stage';

/** What functions count of themselves, by what their logs say in one word; alarms and the dashboard read them. */
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
  'VisitorJobsDone',
  'VisitorJobsRefused',
  'VisitorSeen',
] as const;
export type MetricName = (typeof metricNames)[number];
