import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { learnLentMarket, leastLentCars } from '#core/valuation/lent-market.ts';
import { Refusal, readStage, runCommand, stages } from '#lib/stage.ts';
import { brokenSentences, readMarket, storeInStage, storeLocally } from './read-market.ts';

const help = `Lends an installation a market: asking prices of a file that you may use, of any day.
Cars are valued by it until the installation has enough of its own. No car of the file is kept or shown.

  npm run ops -- market FILE.csv                      to the installation that npm start runs here
  npm run ops -- market FILE.csv --stage prod         to a stage

  --map price=Pris,make=Mærke   which header means what (price, make, model, year, mileage; date, variant, title,
                                month, fuel, gearbox, horsepower, engine, seller)
  --date 2025-06-30             the day of all prices, where no column tells it
  --local URL                   the address of npm start (http://127.0.0.1:5173)
  --dry-run                     says what would be learnt, and stores nothing
  --stage NAME                  ${stages.join(' or ')}
  --profile NAME                the AWS profile to use
  --help                        this text
`;

const seed = 20_251_017;

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        map: { type: 'string' },
        date: { type: 'string' },
        local: { type: 'string', default: 'http://127.0.0.1:5173' },
        stage: { type: 'string' },
        profile: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n"npm run ops -- market --help" lists the options.`);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Refusal(`There is no file ${path} that can be read.`);
  }
}

await runCommand(async () => {
  const { values, positionals } = readOptions(process.argv.slice(2));
  if (values.help) return console.info(help);
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new Refusal('Name one file: npm run ops -- market FILE.csv');
  const stage = values.stage === undefined ? null : readStage(values.stage);
  if (values.profile) process.env.AWS_PROFILE = values.profile;
  const text = readText(file);
  const { map, date } = values;
  const read = readMarket(text, { ...(map !== undefined && { map }), ...(date !== undefined && { date }) });
  for (const sentence of brokenSentences(read)) console.info(sentence);
  if (read.cars.length < leastLentCars)
    throw new Refusal(
      `A market is learnt from ${leastLentCars} cars or more; the file has ${read.cars.length}.`,
    );
  const version = createHash('sha256')
    .update(text)
    .update(JSON.stringify({ map, date }))
    .digest('hex')
    .slice(0, 12);
  const lent = learnLentMarket(read.cars, { seed, version });
  const percent = (100 * lent.heldBackError).toFixed(1);
  console.info(
    `${lent.cars} cars of ${Object.keys(lent.carsByModel).length} models were learnt from, asked for around ${lent.observedYear.toFixed(1)}.`,
  );
  console.info(`Half of them are valued within ${percent} % of what they ask by the others.`);
  if (values['dry-run']) return console.info('Nothing was stored.');
  const market = gzipSync(JSON.stringify(lent));
  if (stage) await storeInStage(stage, market);
  else await storeLocally(values.local, market);
  console.info('The market is lent. Cars are rated by it as they come.');
});
