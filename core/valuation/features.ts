import { emitMovement } from './market-index.ts';
import { fillGaps, lackOfWords, type References } from './references.ts';
import type { Subject } from './subject.ts';

/** Receives one feature of a car: its group (features of a group share one shrinkage), its level and its value. */
export type Emit = (group: string, level: string, value: number) => void;

const ageKnotsYears = [1, 2, 3, 4, 6, 8, 10, 13, 17, 22];
const mileageKnots100Km = [0.1, 0.3, 0.6, 1, 1.5, 2, 2.5];
/** Slopes are measured from a car of six years and 80,000 km, so that they hardly correlate with levels. */
const centreAgeYears = 6;
const centreMileage = 0.8;
const yearsPerGenerationKnot = 2;

type Derived = { age: number; mileage: number; logPower: number; engine: number };

function emitCurves(subject: Subject, { age, mileage, logPower, engine }: Derived, emit: Emit): void {
  emit('age', 'line', age / 5);
  ageKnotsYears.forEach((knot) => {
    emit('age', `hinge${knot}`, Math.max(0, age - knot) / 5);
  });
  emit('mileage', 'line', mileage);
  emit('mileage', 'root', Math.sqrt(mileage));
  mileageKnots100Km.forEach((knot) => {
    emit('mileage', `hinge${knot}`, Math.max(0, mileage - knot));
  });
  if (Number.isNaN(subject.mileageKm)) emit('mileage', 'unknown', 1);
  emit('age×mileage', 'product', (age / 10) * mileage);
  emit('power', 'line', logPower);
  emit('power', 'square', logPower * logPower);
  emit('power', 'age', (logPower * age) / 10);
  if (Number.isNaN(subject.horsepower)) emit('power', 'unknown', 1);
  emit('engine', 'line', engine);
  if (Number.isNaN(subject.engineLitres)) emit('engine', 'unknown', 1);
}

function emitMakeAndModel(subject: Subject, { age, mileage, logPower }: Derived, emit: Emit): void {
  const agePart = (age - centreAgeYears) / 5;
  const mileagePart = mileage - centreMileage;
  for (const [scope, name] of [
    ['make', subject.make],
    ['model', subject.model],
  ] as const) {
    emit(scope, name, 1);
    emit(`${scope}·age`, name, agePart);
    emit(`${scope}·mileage`, name, mileagePart);
    emit(`${scope}·power`, name, logPower);
    emitGeneration(`${scope}·generation`, name, subject.year, emit);
  }
  emit('model·age²', subject.model, agePart * agePart);
}

/** Engine and power as levels of the model: 110 and 115 hp can be different generations. */
function emitEngines(subject: Subject, filled: Subject, { rarelyMissing }: References, emit: Emit): void {
  for (const field of ['engineLitres', 'horsepower'] as const) {
    const level = rarelyMissing.includes(field) ? filled[field] : subject[field];
    if (Number.isFinite(level)) emit(`model·${field}`, `${subject.model}|${level}`, 1);
  }
}

/** Linear between knots two model years apart: a facelift moves the price without a jump on New Year's Eve. */
function emitGeneration(group: string, name: string, year: number, emit: Emit): void {
  const place = year / yearsPerGenerationKnot;
  const knot = Math.floor(place);
  emit(group, `${name}|${knot}`, 1 - (place - knot));
  emit(group, `${name}|${knot + 1}`, place - knot);
}

export const textGroups: readonly string[] = ['variant', 'word', 'make·word', 'model·word'];
/** Stands for the words that an ad leaves out (`lackOfWords`): per model, and the level `anyModel`. */
export const noTextGroup = 'no text';
export const anyModel = 'any';

function emitWords(subject: Subject, references: References, emit: Emit): void {
  if (subject.variant) emit('variant', `${subject.model}|${subject.variant}`, 1);
  const lack = lackOfWords(subject, references);
  // What the names in its title are worth is in the mean that stands for an ad's words.
  for (const token of lack > 0 ? subject.telling : subject.tokens) {
    emit('word', token, 1);
    emit('make·word', `${subject.make}|${token}`, 1);
    emit('model·word', `${subject.model}|${token}`, 1);
  }
  emit(noTextGroup, subject.model, lack);
  emit(noTextGroup, anyModel, lack);
}

function emitCategories(subject: Subject, age: number, emit: Emit): void {
  const agePart = (age - centreAgeYears) / 5;
  for (const kind of ['fuel', 'gearbox', 'body', 'seller', 'region'] as const) {
    const level = subject[kind];
    if (!level) continue;
    emit(kind, level, 1);
    emit(`${kind}·age`, level, agePart);
    if (kind === 'region' || kind === 'seller') continue;
    emit(`make·${kind}`, `${subject.make}|${level}`, 1);
    emit(`model·${kind}`, `${subject.model}|${level}`, 1);
  }
}

/** Every feature of the hedonic model, zero values included. Groups with a middle dot are an interaction. */
export function emitFeatures(subject: Subject, references: References, emit: Emit): void {
  const filled = fillGaps(subject, references);
  const derived: Derived = {
    age: subject.ageYears,
    mileage: filled.mileageKm / 100_000,
    logPower: Math.log(filled.horsepower / references.horsepower),
    engine: filled.engineLitres - references.engineLitres,
  };
  emitCurves(subject, derived, emit);
  emitMakeAndModel(subject, derived, emit);
  emitEngines(subject, filled, references, emit);
  emitWords(subject, references, emit);
  emitCategories(filled, derived.age, emit);
  emitMovement(subject, references, emit);
  if (Number.isFinite(subject.newPrice)) {
    const logNewPrice = Math.log(subject.newPrice) - references.logNewPrice;
    emit('new price', 'line', logNewPrice);
    emit('new price', 'age', (logNewPrice * (derived.age - centreAgeYears)) / 5);
  } else {
    emit('new price', 'unknown', 1);
  }
}
