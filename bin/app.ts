import { join } from 'node:path';
import { App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { acknowledge } from '#lib/acknowledgements.ts';
import { AppStack } from '#lib/app-stack.ts';
import { functionsDirectory, webDirectory } from '#lib/build/output.ts';
import { resourceCounts, resourceWarnings } from '#lib/resource-budget.ts';
import { readStage } from '#lib/stage.ts';

const app = new App();
const stage = readStage(app.node);
const stack = new AppStack(app, `Bilfund-${stage}`, {
  stage,
  description: 'Bilfund: used-car deals in Denmark',
  env: { account: process.env.CDK_DEFAULT_ACCOUNT, region: 'eu-north-1' },
  terminationProtection: stage === 'prod',
  codeDirectory: (name) => join(functionsDirectory, name),
  webDirectory,
  mailFrom: app.node.tryGetContext('mailFrom'),
  alarmMail: app.node.tryGetContext('alarmMail'),
});
Tags.of(app).add('product', 'bilfund');
Tags.of(app).add('stage', stage);
acknowledge(stack);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

app.synth();
// A warning of CDK's own would make `--strict` fail while there is still room.
for (const warning of resourceWarnings(resourceCounts(app))) console.warn(warning);
