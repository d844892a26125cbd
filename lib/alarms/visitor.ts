import { Duration } from 'aws-cdk-lib';
import type { AlarmRow } from './alarm-row.ts';
import type { Watched } from './watched.ts';

/** Of the visitor, on a stage that has one. */
export const visitorAlarms = ({ own, hasVisitor }: Watched): AlarmRow[] =>
  hasVisitor
    ? [
        {
          name: 'visitor-away',
          metric: own('VisitorSeen', { period: Duration.hours(1) }),
          threshold: 1,
          whenSilent: true,
          impact: 'Imports that wait for the visitor end after half an hour without cars, and uncharged.',
          firstStep:
            'look at the machine on which "npm run ops -- visitor" runs: whether it is on, and its last line.',
        },
      ]
    : [];
