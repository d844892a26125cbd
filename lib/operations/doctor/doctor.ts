import { runCommand } from '#lib/stage.ts';
import { commonOptions } from '../stage-options.ts';
import {
  alarmMail,
  bootstrapped,
  concurrency,
  deployed,
  operator,
  runChecks,
  secrets,
  sender,
  smokeTest,
  snapshot,
  stripe,
} from './checks.ts';

const help = `Looks whether a stage is as it should be, and changes nothing: the account and its quota, who runs it, mails, the stack,
its secrets, Stripe, alarms, the list of cars, every route for visitors.

  npm run ops -- doctor --stage prod

${commonOptions}

A line for each check: ok, missing with the command that mends it, or cannot tell. The last line is one JSON object.
The exit code is 1 when something is missing.
`;

const checks = [
  bootstrapped,
  concurrency,
  operator,
  sender,
  deployed,
  secrets,
  stripe,
  alarmMail,
  snapshot,
  smokeTest,
];

await runCommand(() => runChecks('doctor', help, checks));
