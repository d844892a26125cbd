import { RemovalPolicy } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { EnvironmentName } from '#core/contract/needs.ts';
import type { Cloud } from './cloud.ts';
import {
  constructIdOf,
  type DeclaredFunction,
  type RouteFunction,
  type WorkerFunction,
} from './functions.ts';
import { environmentFor, originSecretStatement, statementsFor } from './grants.ts';
import { HouseFunction } from './house-function.ts';
import { commonVariables, poolVariables, settingVariables } from './settings.ts';
import { functionNameOf, type Stage } from './stage.ts';
import type { StageFile } from './stage-file.ts';

type FunctionFactoryProps = {
  stage: Stage;
  cloud: Cloud;
  settings: StageFile['settings'];
  /** Where the build has put each function's bundle. */
  codeDirectory: (functionName: string) => string;
  logRetention: RetentionDays;
};

/** Makes the functions of the contract's rows: what a row declares is all that its function gets. */
export class FunctionFactory extends Construct {
  readonly logGroup: LogGroup;
  private readonly props: FunctionFactoryProps;
  private readonly common: Record<string, string>;
  private readonly settings: Record<string, string>;

  constructor(scope: Construct, id: string, props: FunctionFactoryProps) {
    super(scope, id);
    this.props = props;
    this.common = commonVariables(props.stage, props.cloud);
    this.settings = settingVariables(props.settings);
    this.logGroup = new LogGroup(this, 'Logs', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  /** A route's function knows every setting, so that a setting read by one more route needs no deployment row. */
  makeRoute(route: RouteFunction): HouseFunction {
    return this.make(route, this.settings, [originSecretStatement(this.props.cloud)]);
  }

  /** `extra` is what its trigger asks of a worker beyond its needs, such as reading the queue. */
  makeWorker(worker: WorkerFunction, extra: readonly PolicyStatement[]): HouseFunction {
    const declared = worker.row.settings.map((name: EnvironmentName) => [name, this.settings[name] ?? '']);
    return this.make(worker, Object.fromEntries(declared), extra);
  }

  private make(
    declared: DeclaredFunction,
    settings: Record<string, string>,
    extra: readonly PolicyStatement[],
  ): HouseFunction {
    const { cloud, stage, codeDirectory } = this.props;
    const { row, name } = declared;
    const worker = declared.kind === 'worker' ? declared.row : undefined;
    // The pool is made after the function that writes its mails, which therefore cannot know it.
    const pool = worker?.trigger.kind === 'pool-mail' ? {} : poolVariables(cloud);
    return new HouseFunction(this, constructIdOf(name), {
      functionName: functionNameOf(stage, name),
      description: row.summary,
      code: Code.fromAsset(codeDirectory(name)),
      environment: { ...this.common, ...pool, ...settings, ...environmentFor(row.needs, cloud) },
      statements: [...statementsFor(row.needs, cloud), ...extra],
      logGroup: this.logGroup,
      memoryMb: row.memoryMb,
      timeoutSeconds: row.timeoutSeconds,
      ephemeralStorageMb: worker?.ephemeralStorageMb,
      hasNativeParts: (row.staged?.length ?? 0) > 0,
    });
  }
}
