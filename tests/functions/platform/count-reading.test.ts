import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { classLimits } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { type Arrival, countReading } from '#functions/platform/route-handler.ts';

beforeAll(() => {
  vi.stubEnv('RATE_FACTOR', '');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T08:00:00.000Z') });
});
afterEach(() => vi.setSystemTime(Date.now() + 3_600_000));
afterAll(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const { perPerson, perAddress } = classLimits.reading;
const session = { id: null, issuedAt: 0 };
/** A new person for each test, because the function's memory outlives a test. */
const someone = (): Arrival => ({
  caller: { id: randomUUID(), session },
  address: '203.0.113.7',
  rate: 'reading',
});
const visitor = (address: string): Arrival => ({ caller: null, address, rate: 'reading' });

function catchFailure(work: () => void): Failure {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** How many of these simultaneous requests are accepted. */
function letThrough(count: number, arrival: Arrival): number {
  let taken = 0;
  for (let n = 0; n < count; n++)
    try {
      countReading(arrival);
      taken++;
    } catch {
      return taken;
    }
  return taken;
}

describe('rate limit for reading', () => {
  it('lets a person read as often as the limit allows, then answers when to come again', () => {
    const anna = someone();
    expect(letThrough(perPerson.capacity + 5, anna)).toBe(perPerson.capacity);
    const refusal = catchFailure(() => countReading(anna));
    expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' });
    const { retryAfterSeconds } = refusal.details as { retryAfterSeconds: number };
    vi.setSystemTime(Date.now() + retryAfterSeconds * 1000);
    expect(letThrough(1, anna)).toBe(1);
  });

  it('counts each person and visitor separately', () => {
    letThrough(perPerson.capacity, someone());
    expect(letThrough(1, someone())).toBe(1);
    expect(letThrough(1, visitor(`a third ${randomUUID()}`))).toBe(1);
  });

  it('counts visitors by address, but never on the local machine', () => {
    expect(letThrough(perAddress.capacity + 1, visitor(`one ${randomUUID()}`))).toBe(perAddress.capacity);
    expect(letThrough(1, visitor(`another ${randomUUID()}`))).toBe(1);
    const many = perAddress.capacity + 10;
    expect(letThrough(many, visitor('127.0.0.1'))).toBe(many);
  });

  it('counts reading routes only', () => {
    const many = perPerson.capacity + 10;
    expect(letThrough(many, { ...someone(), rate: 'writing' })).toBe(many);
  });

  it('forgets a person after five thousand others, so that memory stays small', () => {
    const emil = someone();
    letThrough(perPerson.capacity, emil);
    for (let n = 0; n < 4_999; n++) countReading(someone());
    expect(letThrough(1, emil)).toBe(0);
    countReading(someone());
    expect(letThrough(1, emil)).toBe(1);
  });
});
