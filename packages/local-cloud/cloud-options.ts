import type { DomainClock } from './clock.ts';
import type { FaultPlan } from './faults/fault-plan.ts';
import type { Template } from './runner/template/template.ts';
import type { SecretDeclaration, SecretValues } from './services/secret-service.ts';
import { region } from './wire/names.ts';

/** What a local cloud is started with. */
export type CloudOptions = {
  /** A folder written by `cdk synth`. */
  cdkOut: string;
  /** Where all state lies. */
  dataFolder: string;
  /** The browser's origin, "http://127.0.0.1:5173". */
  siteOrigin: string;
  clock: DomainClock;
  /** Told after each step by which domain time was moved. */
  onClockMove?(): void;
  /** Variables that every function finds beside those of Lambda. */
  environment?: Readonly<Record<string, string>>;
  /**
   * Values that replace the template's, by the variable's name and only where a function has this variable: what the
   * template does not set, a function does not get here either.
   */
  overrides?: Readonly<Record<string, string>>;
  /** What runs beside the cloud and is none of AWS's services. */
  companion?: Companion;
  /** How many functions run at once, all together, as in an account of Lambda's; without it as many as are asked for. */
  accountConcurrency?: number | undefined;
  /** Where node keeps what it has compiled of the functions. It belongs to a build. */
  compileCacheFolder?: string;
  /** Told about failures of functions, in words. */
  tell(sentence: string): void;
};

/** A service that is none of AWS's and that functions call: an imitation of a payment provider, for example. */
export type Companion = {
  /** The template's secrets, with what the companion puts in place of their values. */
  secrets(template: Template): SecretDeclaration[];
  /** Called before the functions start; undefined when it is not needed. */
  start(around: CompanionOptions): Promise<RunningCompanion | undefined>;
};
export type CompanionOptions = Pick<CloudOptions, 'dataFolder' | 'siteOrigin' | 'clock' | 'tell'> & {
  template: Template;
  secret: SecretValues;
  faults: FaultPlan;
};
export type RunningCompanion = {
  /** Values that replace the template's, as `overrides` of the cloud do. */
  overrides: Readonly<Record<string, string>>;
  /** Told each step by which domain time moves. */
  advance(milliseconds: number): void;
  close(): Promise<void>;
};

/**
 * Addresses of the cloud that a template puts into environments and mails, and what stands for them here. The issuer of
 * tokens is not among them: it is a name that must be the same everywhere.
 */
export function localAddresses(
  template: Template,
  origins: { site: string; gateway: string },
): (text: string) => string {
  const replacements: [string, string][] = [];
  for (const { logicalId } of template.all('AWS::CloudFront::Distribution')) {
    const domain = template.book.attributes.get(`${logicalId}.DomainName`) ?? '';
    replacements.push([`https://${domain}`, origins.site]);
  }
  for (const { logicalId, properties } of template.all<{ ProtocolType?: string }>('AWS::ApiGatewayV2::Api')) {
    const host = `${template.ref(logicalId)}.execute-api.${region}.amazonaws.com`;
    const isSocket = properties.ProtocolType === 'WEBSOCKET';
    replacements.push([`https://${host}`, isSocket ? origins.gateway : origins.site]);
    replacements.push([`wss://${host}`, origins.site.replace(/^http/, 'ws')]);
  }
  for (const { logicalId } of template.all('AWS::Cognito::UserPool')) {
    const keys = `/${template.ref(logicalId)}/.well-known/jwks.json`;
    replacements.push([`https://cognito-idp.${region}.amazonaws.com${keys}`, `${origins.gateway}${keys}`]);
  }
  return (text) => replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}
