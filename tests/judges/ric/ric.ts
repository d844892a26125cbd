import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFunctions } from 'embedded-cloud/runner/functions/function-definition.ts';
import { readAssembly } from 'embedded-cloud/runner/template/assembly.ts';
import { openTemplate } from 'embedded-cloud/runner/template/template.ts';
import { listen } from 'embedded-cloud/wire/listen.ts';
import { declaredFunctions } from '#lib/functions.ts';
import { type Judge, Unable } from '../judge.ts';
import { npmTool } from '../npm-tool.ts';
import { synthesizeStages } from '../synthesize.ts';
import { eventFor, everySecret } from './events.ts';
import { runAlone } from './run-alone.ts';

/** What a bundle that lacks a part of itself says, at its start or when it loads the part. */
const lacksParts =
  /ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|Cannot find (?:module|package)|ERR_DLOPEN|Dynamic require|cannot open shared/;

/** In place of the cloud: it has every secret and refuses all else, which a function must live to tell. */
const standIn = () =>
  listen((request, response) => {
    const isSecret = String(request.headers['x-amz-target']).startsWith('secretsmanager.');
    const says = isSecret
      ? { SecretString: everySecret }
      : { __type: 'NothingHere', message: 'Nothing is here.' };
    request.resume();
    response.writeHead(isSecret ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(says));
  });

/** AWS's runtime interface client: each bundle starts and answers alone, in a folder that holds nothing else. */
export const ric: Judge = {
  name: 'ric',
  async judge() {
    const installed = join(npmTool('ric', 'aws-lambda-ric@4.0.2'), 'node_modules/aws-lambda-ric');
    if (!existsSync(join(installed, 'rapid-client.node')))
      throw new Unable('The runtime interface client could not be compiled.');
    const assembly = readAssembly(synthesizeStages()[0]!.folder);
    const cloud = await standIn();
    // A queue is asked at its own address, which is the stand-in's too.
    const functions = readFunctions(openTemplate(assembly, { gateway: cloud.origin }));
    const findings: string[] = [];
    for (const declared of declaredFunctions) {
      const found = functions.find(({ name }) => name === `bilfund-dev-${declared.name}`);
      if (!found) {
        findings.push(`${declared.name} is in no template`);
        continue;
      }
      const environment = {
        ...found.environment,
        ...{ AWS_REGION: 'eu-north-1', AWS_ENDPOINT_URL: cloud.origin },
        ...(found.environment.LIVE_ENDPOINT && { LIVE_ENDPOINT: cloud.origin }),
        ...{ AWS_ACCESS_KEY_ID: 'alone', AWS_SECRET_ACCESS_KEY: 'alone' },
      };
      const event = eventFor(declared, found.environment.TOKEN_CLIENT_ID);
      const { kind, body, log } = await runAlone(join(installed, 'index.mjs'), {
        ...{ folder: found.folder, environment, event },
      });
      const isLacking = lacksParts.test(body + log);
      // Who cannot go on without the cloud may fail, if it says that it was the cloud.
      if (
        isLacking ||
        kind === 'none' ||
        (kind === 'error' && !/NothingHere|Nothing is here/.test(body + log))
      )
        findings.push(`${declared.name}: ${kind} ${body.slice(0, 300)} ${log.slice(-300)}`);
    }
    await cloud.close();
    return { checked: declaredFunctions.length, findings };
  },
};
