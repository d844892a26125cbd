// biome-ignore-all lint/correctness/noComponentHookFactories: Ref is an intrinsic function of CloudFormation, not a component
import { accountId, region } from '../../wire/names.ts';

/** What references mean here: `Ref` by logical id, `Fn::GetAtt` by `<logical id>.<attribute>`. */
export type ReferenceBook = { refs: Map<string, string>; attributes: Map<string, string> };

export type Resolve = (value: unknown) => unknown;

const pseudoParameters: Readonly<Record<string, string | undefined>> = {
  'AWS::Region': region,
  'AWS::AccountId': accountId,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::NoValue': undefined,
};

function single(value: object): [string, unknown] | undefined {
  const entries = Object.entries(value);
  const [entry] = entries;
  return entries.length === 1 && entry && (entry[0] === 'Ref' || entry[0].startsWith('Fn::'))
    ? entry
    : undefined;
}

/**
 * Resolves CloudFormation's intrinsic functions. A reference that nobody filled in stays recognisable
 * (`LogicalId.Attribute`), since most of them only name things that do not run here.
 */
export function createResolver(book: ReferenceBook, stackName: string): Resolve {
  const ref = (name: string) => {
    if (name in pseudoParameters) return pseudoParameters[name];
    return name === 'AWS::StackName' ? stackName : (book.refs.get(name) ?? name);
  };
  const attribute = (name: string) => book.attributes.get(name) ?? name;
  const substitute = (argument: unknown) => {
    const [text, values] = (Array.isArray(argument) ? argument : [argument, {}]) as [
      string,
      Record<string, unknown>,
    ];
    return text.replace(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
      if (Object.hasOwn(values, name)) return String(resolve(values[name]));
      return String(name.includes('.') ? attribute(name) : ref(name));
    });
  };
  const functions: Readonly<Record<string, (argument: unknown) => unknown>> = {
    Ref: (argument) => ref(String(argument)),
    'Fn::GetAtt': (argument) => attribute(Array.isArray(argument) ? argument.join('.') : String(argument)),
    'Fn::Join': (argument) => {
      const [separator, parts] = argument as [string, unknown];
      return (resolve(parts) as unknown[]).join(separator);
    },
    'Fn::Sub': substitute,
    'Fn::Select': (argument) => {
      const [index, list] = argument as [number | string, unknown];
      return (resolve(list) as unknown[])[Number(index)];
    },
    'Fn::Split': (argument) => {
      const [separator, text] = argument as [string, unknown];
      return String(resolve(text)).split(separator);
    },
    'Fn::GetAZs': () => [`${region}a`, `${region}b`, `${region}c`],
  };
  const resolve: Resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve).filter((one) => one !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    const call = single(value);
    const run = call && functions[call[0]];
    if (call && !run) throw new Error(`${call[0]} is not understood by the embedded cloud.`);
    if (call && run) return run(call[1]);
    const entries = Object.entries(value).map(([key, one]) => [key, resolve(one)] as const);
    return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
  };
  return resolve;
}
