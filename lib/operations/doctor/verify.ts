import { runCommand } from '#lib/stage.ts';
import { commonOptions } from '../stage-options.ts';
import { alarmMail, deployed, runChecks, smokeTest, snapshot } from './checks.ts';

const help = `Looks after a deployment whether the site answers, its list is fresh and alarms reach somebody, and changes nothing: the part of "npm run ops -- doctor" for then.

  npm run ops -- verify --stage prod

${commonOptions}

The exit code is 1 when something is missing.
`;

await runCommand(() => runChecks('verify', help, [deployed, alarmMail, snapshot, smokeTest]));
