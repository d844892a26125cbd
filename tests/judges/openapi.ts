import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '#core/contract/openapi.ts';
import { type Acknowledgement, type Judge, without } from './judge.ts';
import { npmTool } from './npm-tool.ts';
import { cache, pythonTool } from './python-tool.ts';

const acknowledgements: readonly Acknowledgement[] = [
  { finding: /^info-license /, because: 'The product is given to nobody to use: it has no licence to name.' },
  {
    finding: /^tag-description .*#\/tags\/\d+\/description$/,
    because: 'A tag is the subject whose name it has; each of its operations says what it does.',
  },
  {
    finding: /^no-required-schema-properties-undefined .*\/oneOf\/\d\/not\/required\/0$/,
    because:
      'It says what must not be there beside the other: what is defined stands in the other branch of the choice.',
  },
];

type Problem = { ruleId: string; message: string; location: { pointer?: string }[] };

/** openapi-spec-validator: the document is OpenAPI. Redocly: what its strict rules for documents say. */
export const openApi: Judge = {
  name: 'openapi',
  async judge() {
    const validator = join(pythonTool('openapi', 'openapi-spec-validator==0.9.0'), 'openapi-spec-validator');
    const redocly = join(npmTool('redocly', '@redocly/cli@2.77.0'), 'node_modules/.bin/redocly');
    const file = join(cache, 'openapi.json');
    const document = openApiDocument() as { paths: Record<string, object> };
    writeFileSync(file, JSON.stringify(document));
    const valid = spawnSync(validator, [file], { encoding: 'utf8' });
    const linted = spawnSync(
      redocly,
      ['lint', '--extends', 'recommended-strict', '--max-problems', '100000', '--format', 'json', file],
      { encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
    );
    const { problems } = JSON.parse(linted.stdout) as { problems: Problem[] };
    const found = problems.map(
      ({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer ?? ''}`,
    );
    const refused = valid.status === 0 ? [] : [`openapi-spec-validator: ${valid.stdout}${valid.stderr}`];
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path));
    return { checked: operations.length, ...without(acknowledgements, [...refused, ...found]) };
  },
};
