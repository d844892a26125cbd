import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '#lib/build/output.ts';
import { Refusal, runCommand } from '#lib/refusal.ts';
import { readStage, stackNameOf, stages } from '#lib/stage.ts';
import {
  addUp,
  idleConsumption,
  ofOneImport,
  ofOneSearch,
  ofOneVisit,
  ofThousandCars,
  type StackTemplate,
} from './consumption.ts';
import { costReport } from './cost-report.ts';

const help = `Says what a month of a stage costs at AWS, by list prices.

  npm run cost -- --stage prod                                  a month in which nobody comes
  npm run cost -- --stage prod --imports 2000 --visits 30000    a month with imports of forty cars, and visits
  npm run cost -- --stage prod --cars 100000 --searches 500     a month of a catalog, and of links asked every hour

  --stage NAME     ${stages.join(' or ')}
  --imports N      imports by hand
  --visits N       visits of the site
  --people N       people who sign in
  --searches N     links and filters that are asked every hour, however many people follow them
  --cars N         cars in the catalog
  --help           this text

It counts what stands in the template that "npm run synth" wrote. Stripe, the register and a domain are not in it.
`;

function wholeNumber(name: string, given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new Refusal(`--${name} is "${given}" but must be a whole number.`);
  return Number(given);
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        stage: { type: 'string' },
        imports: { type: 'string', default: '0' },
        visits: { type: 'string', default: '0' },
        people: { type: 'string', default: '0' },
        searches: { type: 'string', default: '0' },
        cars: { type: 'string', default: '0' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new Refusal(
      `${error instanceof Error ? error.message : error}\n"npm run cost -- --help" lists the options.`,
    );
  }
}

await runCommand(() => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.info(help);
  const stage = readStage(options.stage);
  const path = join(repositoryRoot, 'cdk.out', `${stackNameOf(stage)}.template.json`);
  if (!existsSync(path))
    throw new Refusal(`There is no template of ${stage} yet: npm run synth -- -c stage=${stage}`);
  const template = JSON.parse(readFileSync(path, 'utf8')) as StackTemplate;
  const consumption = addUp([
    [idleConsumption(template), 1],
    [ofOneImport, wholeNumber('imports', options.imports)],
    [ofOneVisit, wholeNumber('visits', options.visits)],
    [{ people: 1 }, wholeNumber('people', options.people)],
    [ofOneSearch, wholeNumber('searches', options.searches)],
    [ofThousandCars, wholeNumber('cars', options.cars) / 1_000],
  ]);
  for (const line of costReport(consumption)) console.info(line);
});
