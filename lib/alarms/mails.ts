import { Duration } from 'aws-cdk-lib';
import type { AlarmRow } from './alarm-row.ts';
import { figure } from './figures.ts';
import type { Watched } from './watched.ts';

const hour = Duration.hours(1);
// Of the account: that is what AWS judges, and stops.
const rate = (name: string) => figure('AWS/SES', name, { period: hour, statistic: 'Average' });

/** Of what people are told. */
export const mailAlarms = ({ own }: Watched): AlarmRow[] => [
  {
    name: 'alerts-given-up',
    metric: own('AlertsGivenUp'),
    threshold: 1,
    impact:
      'Somebody was not told by mail, push or webhook in five tries; in the app it stands all the same.',
    firstStep: 'look in the log for "a channel did not deliver", which names the channel and the reason.',
  },
  {
    name: 'mail-bounces',
    metric: rate('Reputation.BounceRate'),
    threshold: 0.04,
    impact:
      'Over four of a hundred mails come back: at five AWS looks into it, at ten it stops all our mails, codes to sign in among them.',
    firstStep:
      'see in SES which addresses bounce; many new ones at once are somebody who signs up strangers.',
  },
  {
    name: 'mail-complaints',
    metric: rate('Reputation.ComplaintRate'),
    threshold: 0.0008,
    impact:
      'Eight of ten thousand mails are called spam: at ten AWS looks into it, at fifty it stops all our mails.',
    firstStep: 'see which kind of alert they complain of, and whether it was changed lately.',
  },
];
