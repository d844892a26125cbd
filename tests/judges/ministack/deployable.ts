import { join } from 'node:path';
import { DomainClock } from 'local-cloud/clock.ts';
import { startMarketplace } from '#local/demo-marketplace.ts';
import { environmentOverrides } from '#local/options.ts';
import type { Emulator } from './emulator.ts';
import { idOf, type Template, writeEmulatorAssembly } from './emulator-assembly.ts';

/** A resource that the emulator refuses: a deployment with it goes back. */
const refused = {
  Type: 'AWS::CloudWatch::Alarm',
  Properties: { Metrics: [{ Id: 'sum', Expression: '1 + 1' }], Threshold: 1, EvaluationPeriods: 1 },
};

export const addRefused = ({ Resources }: Template): void => {
  Resources.Refused = refused;
};

type Deployable = {
  /** A search of the marketplace that the deployed product imports from. */
  search: string;
  /** Writes an assembly anew for the emulator; `change` may change the stack's own template besides. */
  write(from: string, to: string, change?: (template: Template) => void): void;
};

/** Runs a demo marketplace, and writes assemblies whose functions find it and the emulator. */
export async function withDeployable<T>(
  { origin, site, temporary }: Emulator,
  work: (deployable: Deployable) => Promise<T>,
): Promise<T> {
  const clock = new DomainClock(join(temporary, 'clock'));
  const marketplace = await startMarketplace(temporary, clock, () => false);
  if (!marketplace) throw new Error('There is no demo marketplace to import from.');
  const variablesOf = (template: Template) => {
    // The data stack exports it.
    const [pool] = /Bilfund-\w+-data:ExportsOutputRefAuthUsers[0-9A-F]+/.exec(JSON.stringify(template)) ?? [];
    const sockets = idOf(
      template,
      'AWS::ApiGatewayV2::Api',
      ({ ProtocolType }) => ProtocolType === 'WEBSOCKET',
    );
    return {
      ...environmentOverrides({ marketplaceOrigin: marketplace.origin, registerUrl: marketplace.origin }),
      TOKEN_JWKS_URL: {
        'Fn::Join': ['', [`${origin}/`, { 'Fn::ImportValue': pool }, '/.well-known/jwks.json']],
      },
      LIVE_ENDPOINT: { 'Fn::Join': ['', [`${origin}/_aws/execute-api/`, { Ref: sockets }, '/live']] },
    };
  };
  try {
    return await work({
      search: `${marketplace.origin}/marketplace/category/vehicles?make=Ford&maxPrice=30000`,
      write: (from, to, change = () => {}) =>
        writeEmulatorAssembly(from, to, variablesOf, (template) => {
          if (template.Outputs?.Address) template.Outputs.Address.Value = site;
          change(template);
        }),
    });
  } finally {
    await marketplace.close();
  }
}
