import { writeFileSync } from 'node:fs';
import { coverageFile, readProofs, writeCoverage } from './coverage.ts';

writeFileSync(coverageFile, writeCoverage(readProofs()));
