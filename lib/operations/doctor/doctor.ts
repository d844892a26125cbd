import { runCommand } from '#lib/refusal.ts';
import { commonOptions } from '../stage-options.ts';
import { alarmMail } from './alarm-mail.ts';
import { bootstrapped } from './bootstrapped.ts';
import { concurrency } from './concurrency.ts';
import { deployed } from './deployed.ts';
import { operator } from './operator.ts';
import { runChecks } from './run-checks.ts';
import { secrets } from './secrets.ts';
import { sender } from './sender.ts';
import { smokeTest } from './smoke-test.ts';
import { snapshot } from './snapshot.ts';
import { stripe } from './stripe.ts';

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
