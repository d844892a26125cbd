import type { Written } from './measure.ts';
import type { KindResult, SizeResult } from './run-size.ts';

const ms = (value: number) => value.toFixed(2).padStart(8);
const whole = (value: number) => Math.round(value).toLocaleString('en').padStart(9);

const shown = (written: Written | null) =>
  written ? `${written.mb.toFixed(1)} MB in ${written.cpuMs} ms of processor` : 'no delta';

const kindLine = ({ kind, catalog, sqlite, ratio }: KindResult) =>
  [
    kind.padEnd(22),
    ms(catalog.p50),
    ms(catalog.p99),
    ms(catalog.cpu),
    sqlite ? ms(sqlite.p50) : '       –',
    sqlite ? ms(sqlite.cpu) : '       –',
    ratio === null ? '     –' : `${ratio.toFixed(0)} ×`.padStart(8),
  ].join('  ');

const head = [
  'query'.padEnd(22),
  '     p50',
  '     p99',
  '     cpu',
  'SQL  p50',
  'SQL  cpu',
  '   ratio',
].join('  ');

/** A size for people. Times in milliseconds. */
export const showSize = (size: SizeResult): string =>
  [
    `${size.cars.toLocaleString('en')} cars`,
    `  snapshot ${whole(size.snapshotMb)} MB compressed`,
    `  ready    ${whole(size.loadMs)} ms (${size.loadCpuMs} ms of processor)`,
    `  refresh  ${whole(size.refreshMs)} ms for 1,000 changes`,
    `  written  ${shown(size.delta)} for 1,000 changes, ${shown(size.whole)} whole`,
    `  memory   ${whole(size.memoryMb)} MB of catalog, ${size.rssMb} MB of process`,
    `  ${size.compared} answers compared with SQLite's: all equal`,
    '',
    head,
    ...size.kinds.map(kindLine),
    '',
    `  all kinds: p50 ${size.p50.toFixed(2)} ms, worst p99 ${size.p99.toFixed(2)} ms, ${size.cpu.toFixed(2)} ms of processor${size.ratio === null ? '' : `, ${size.ratio.toFixed(0)} times as fast as SQLite`}`,
    `  a million requests: $${size.dollarsPerMillion.toFixed(2)}`,
    '',
  ].join('\n');
