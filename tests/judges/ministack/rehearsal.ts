import type { Answer } from '#lib/operations/doctor.ts';
import type { Verdict } from '../judge.ts';
import type { Found } from './import-through.ts';
import type { Said } from './steps.ts';

/** What a new account has not got, and its operator is told of: keys of others. */
const expectedMissing = ['secrets'];

/** What a rehearsal finds, and how long each of its steps took. */
export class Rehearsal {
  readonly findings: string[] = [];
  private readonly times: string[] = [];

  async step(what: string, begin: () => Promise<Said>): Promise<Said> {
    const said = await begin();
    this.times.push(`${what} ${said.seconds.toFixed(0)} s`);
    return said;
  }

  /** A step that must succeed: says whether it did. */
  async succeeds(what: string, begin: () => Promise<Said>): Promise<boolean> {
    const { status, text, seconds } = await this.step(what, begin);
    if (status !== 0)
      this.findings.push(`"${what}" failed after ${seconds.toFixed(0)} s: ${text.slice(-1500)}`);
    return status === 0;
  }

  /** A step that must be refused, with words that tell why. */
  async isRefused(what: string, words: readonly RegExp[], begin: () => Promise<Said>): Promise<void> {
    const { status, text } = await this.step(what, begin);
    if (status === 0) this.findings.push(`"${what}" is not refused.`);
    for (const word of words)
      if (!word.test(text)) this.findings.push(`"${what}" does not say ${word}: ${text.slice(-1500)}`);
  }

  /** A command that only looks must find nothing missing, and be able to look at everything. */
  async findsNothing(what: 'verify' | 'doctor', look: () => Promise<Said>): Promise<void> {
    const { text } = await this.step(what, look);
    const answer = text.trim().split('\n').at(-1) ?? '';
    if (!answer.startsWith('{')) {
      this.findings.push(`${what} gives no answer: ${text.slice(-1500)}`);
      return;
    }
    for (const { name, state, sentence } of (JSON.parse(answer) as { checks: Answer[] }).checks) {
      if (state === 'missing' && !expectedMissing.includes(name))
        this.findings.push(`${what} misses ${name}: ${sentence}`);
      if (sentence.startsWith('It could not be looked at'))
        this.findings.push(`${what} cannot look at ${name}: ${sentence}`);
    }
  }

  /** An import must be complete and bring cars: says how many. */
  async imports(ask: () => Promise<Found & { seconds: number }>): Promise<number> {
    const { cars, imported, seconds } = await ask();
    this.times.push(`import of ${cars} cars ${seconds.toFixed(0)} s`);
    if (imported?.status !== 'completed' || cars === 0)
      this.findings.push(`The import ended as ${JSON.stringify(imported)} with ${cars} cars.`);
    return cars;
  }

  expects(isTrue: boolean, otherwise: string): void {
    if (!isTrue) this.findings.push(otherwise);
  }

  get verdict(): Verdict {
    return { checked: this.times.length, findings: this.findings, says: `${this.times.join(', ')}.` };
  }
}
