import { join } from 'node:path';
import { App, Tags, Validations } from 'aws-cdk-lib';
import { acknowledge, acknowledgeCarIndex } from '#lib/acknowledgements.ts';
import { AppStack, resourceCounts, resourceWarnings } from '#lib/app-stack.ts';
import { functionsDirectory, requireBuild, webDirectory } from '#lib/build/output.ts';
import { CarIndexStack } from '#lib/car-index-stack.ts';
import { DataStack } from '#lib/data-stack.ts';
import { type Deployment, readDeployment } from '#lib/deployment.ts';
import { EdgeStack, edgeRegion, needsEdge } from '#lib/edge-stack.ts';
import { runCommand } from '#lib/program-options.ts';
import {
  carIndexStackNameOf,
  dataStackNameOf,
  edgeStackNameOf,
  homeRegion,
  stackNameOf,
} from '#lib/stage.ts';

/** Undefined when the stage has no index of the cars. */
function makeCarIndexStack(app: App, { stage, stageFile }: Deployment): CarIndexStack | undefined {
  if (!stageFile.carIndex) return undefined;
  return new CarIndexStack(app, carIndexStackNameOf(stage), {
    size: stageFile.carIndex,
    description: 'Bilfund: the index of the list of cars',
    env: { account: process.env.CDK_DEFAULT_ACCOUNT, region: homeRegion },
  });
}

function makeDataStack(app: App, { stage, stageFile, protectedStacks }: Deployment): DataStack {
  const name = dataStackNameOf(stage);
  return new DataStack(app, name, {
    stage,
    stageFile,
    description: 'Bilfund: what outlives the code, its data and secrets',
    env: { account: process.env.CDK_DEFAULT_ACCOUNT, region: homeRegion },
    terminationProtection: protectedStacks.includes(name),
  });
}

function makeStack(
  app: App,
  { stage, stageFile, protectedStacks }: Deployment,
  data: DataStack,
  carIndex: CarIndexStack | undefined,
): AppStack {
  const name = stackNameOf(stage);
  return new AppStack(app, name, {
    stage,
    stageFile,
    data,
    carIndex: carIndex?.carIndex,
    description: 'Bilfund: used-car deals in Denmark',
    env: { account: process.env.CDK_DEFAULT_ACCOUNT, region: homeRegion },
    terminationProtection: protectedStacks.includes(name),
    // CloudFormation takes a megabyte, of which a third was indentation.
    suppressTemplateIndentation: true,
    codeDirectory: (name) => join(functionsDirectory, name),
    webDirectory,
  });
}

function makeEdgeStack(app: App, { stage, stageFile }: Deployment): void {
  if (!needsEdge(stageFile)) return;
  new EdgeStack(app, edgeStackNameOf(stage), {
    stageFile,
    description: 'Bilfund: certificate, limit before the site, budget',
    env: { account: process.env.CDK_DEFAULT_ACCOUNT, region: edgeRegion },
  });
}

async function synthesize(): Promise<void> {
  const app = new App();
  const deployment = readDeployment(app.node.getAllContext());
  requireBuild();
  const carIndex = makeCarIndexStack(app, deployment);
  const data = makeDataStack(app, deployment);
  const stack = makeStack(app, deployment, data, carIndex);
  makeEdgeStack(app, deployment);
  Tags.of(app).add('product', 'bilfund');
  Tags.of(app).add('stage', deployment.stage);
  acknowledge(stack, data);
  if (carIndex) acknowledgeCarIndex(stack, carIndex);
  // The toolkit's variable: `npm start` sets it, which needs the template only.
  if (process.env.CDK_VALIDATION !== 'false') {
    const { AwsSolutionsChecks } = await import('cdk-nag');
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  }

  app.synth();
  // Printed directly: a CDK warning would fail `--strict` although there is still room.
  for (const warning of resourceWarnings(resourceCounts(app))) console.warn(warning);
}

await runCommand(synthesize);
